import { createMailParser, packMail } from '@inlet/mail'
import { recipientResolver } from '../src/addresses/resolve-recipient.ts'
import type { Deps } from '../src/deps.ts'
import { type ReceiveOutcome, receiveMessages } from '../src/messages/receive-messages.ts'

const parseMail = createMailParser()

const envelope = { mailFrom: 'shop@elsewhere.example', clientIp: '192.0.2.1', helo: 'mx', isTls: true }

/** Receives `count` mails for an address in one batch, as the server does. */
export async function receiveMails(deps: Deps, fullAddress: string, count: number): Promise<ReceiveOutcome[]> {
  const recipient = await recipientResolver(deps)(fullAddress)
  const raw = Buffer.from('From: shop@elsewhere.example\r\nSubject: Your order\r\n\r\nIt is on its way.\r\n')
  const mail = { parsed: packMail(parseMail(raw, envelope), raw), envelope }
  return await receiveMessages(
    deps,
    Array.from({ length: count }, () => ({ recipient, mail })),
  )
}
