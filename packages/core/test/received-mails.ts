import { createMailParser, packMail } from '@inlet/mail'
import { recipientResolver } from '../src/addresses/resolve-recipient.ts'
import type { Deps } from '../src/deps.ts'
import { type ReceiveOutcome, receiveMessages } from '../src/messages/receive-messages.ts'

const parseMail = createMailParser()
const envelope = { mailFrom: 'shop@elsewhere.example', clientIp: '192.0.2.1', helo: 'mx', isTls: true }
const texts = { 'with code': 'Your verification code is 482913.', without: 'Good morning.' }

/** A mail with a one-time code, or without. */
type MailKind = keyof typeof texts

/** What was received: the bytes of all mails and of one without a code, and the same batch once more, as senders retry it. */
interface Received {
  bytes: { total: number; without: number }
  again: () => Promise<ReceiveOutcome[]>
}

interface ReceivedHow {
  /** Whether the address is one of a test key. */
  isLive?: boolean
  /** Whether the call fails. */
  isLost?: boolean
}

/** Receives these mails in one batch, for `postmaster` of the domain of a core world. */
export async function receivedMails(
  deps: Deps,
  kinds: MailKind[],
  { isLive = true, isLost = false }: ReceivedHow = {},
): Promise<Received> {
  const recipient = await recipientResolver(deps)('postmaster@mail.example')
  const raws = kinds.map((kind) =>
    Buffer.from(`Message-ID: <${deps.newId()}@elsewhere.example>\r\nSubject: Hello\r\n\r\n${texts[kind]}\r\n`),
  )
  const batch = raws.map((raw) => ({
    recipient: { ...recipient, isLive },
    mail: { parsed: packMail(parseMail(raw, envelope), raw), envelope },
  }))
  const received = receiveMessages(deps, batch)
  if (isLost) await received.catch(() => {})
  else await received
  const without = raws[kinds.indexOf('without')]?.length ?? 0
  const total = raws.reduce((sum, { length }) => sum + length, 0)
  return { bytes: { total, without }, again: () => receiveMessages(deps, batch) }
}
