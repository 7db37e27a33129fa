import { type IncomingMessage, receiveMessages, recipientResolver } from '@inlet/core'
import { packContent } from '@inlet/mail'
import type { World } from './world.ts'

interface Facts {
  subject: string
  /** What search looks through, folded already: lower case, no accents. */
  searchText?: string
  otpCode?: string | null
  htmlBody?: string
  fromAddr?: string
  fromName?: string
  tags?: string[]
  /** The source, where it matters. */
  raw?: string
}

/** Stores many messages in an inbox in one step, as the SMTP side does once it has parsed them; the last one is the newest. */
export async function storeMessages({ deps }: Pick<World, 'deps'>, fullAddress: string, facts: Facts[]): Promise<void> {
  const recipient = await recipientResolver(deps)(fullAddress)
  const batch = facts.map((each): IncomingMessage => ({ recipient, mail: incomingMail(each) }))
  const outcomes = await receiveMessages(deps, batch)
  if (outcomes.some((outcome) => outcome !== 'stored')) throw new Error('not all messages were stored')
}

function incomingMail(facts: Facts): IncomingMessage['mail'] {
  const { subject, searchText = subject.toLowerCase(), otpCode = null, htmlBody = '' } = facts
  const { fromAddr = 'ada@elsewhere.example', fromName = 'Ada', tags = [], raw = subject } = facts
  return {
    parsed: {
      messageId: null,
      digest: null,
      fromAddr,
      fromName,
      subject,
      preview: subject,
      searchText,
      otpCode,
      otpMeta: null,
      action: null,
      tags,
      attachments: [],
      sizeBytes: Buffer.byteLength(raw),
      content: packContent({ textBody: subject, htmlBody, raw: Buffer.from(raw) }),
    },
    envelope: { mailFrom: 'ada@elsewhere.example', clientIp: '127.0.0.1', helo: 'client.test', isTls: false },
  }
}
