import type { MailEnvelope, ReceiveOutcome, Recipient } from '@inlet/core'
import type { Log } from '@inlet/runtime'
import type { SMTPServerDataStream, SMTPServerSession } from 'smtp-server'
import { type Receiving, receiveMail } from '../receive-mail.ts'
import { inTime } from './in-time.ts'
import { readData } from './read-data.ts'
import { SmtpRefusal, smtpRefusal } from './smtp-reply.ts'

/** How much a mail may weigh, in bytes, and how long a recipient's look-up and a mail's commit may each take. */
export interface MailLimits {
  maxBytes: number
  commitMs: number
}

interface MailTransaction {
  stream: SMTPServerDataStream
  session: SMTPServerSession
  recipients: Recipient[]
}

/** What the sender hears: 250, a refusal, or nothing where it hung up before the final dot. */
export type MailReply = { kind: 'accepted' } | { kind: 'refused'; refusal: SmtpRefusal } | { kind: 'cut off' }

/** Takes one mail from DATA to its reply, and writes its log line. Never rejects. */
export async function takeMail(
  parts: Receiving & { log: Log; limits: MailLimits },
  transaction: MailTransaction,
): Promise<MailReply> {
  const { log, limits } = parts
  const { stream, session, recipients } = transaction
  const beganAt = performance.now()
  const line = (outcome: Record<string, unknown>) =>
    log.info(
      {
        ...sessionFacts(session),
        // Ids and hosts, not addresses: on a public domain an address is all it takes to read an inbox.
        hosts: [...new Set(recipients.map(({ domain }) => domain.hostname))].slice(0, 10),
        addressIds: recipients.flatMap(({ addressId }) => addressId ?? []).slice(0, 10),
        recipients: recipients.length,
        sizeBytes: stream.byteLength,
        durationMs: Math.round((performance.now() - beganAt) * 10) / 10,
        ...outcome,
      },
      'mail',
    )

  const raw = await readData(stream, limits.maxBytes)
  if (raw === 'cut off') {
    line({ reply: null })
    return { kind: 'cut off' }
  }
  try {
    if (raw === 'too large') throw new SmtpRefusal('PAYLOAD_TOO_LARGE', `The mail exceeds ${limits.maxBytes} bytes`)
    const mail = { raw, envelope: envelopeOf(session), recipients }
    const outcomes = await inTime((signal) => receiveMail(parts, { ...mail, signal }), limits.commitMs)
    line({ reply: 250, ...tally(outcomes) })
    return { kind: 'accepted' }
  } catch (error) {
    const refusal = smtpRefusal(error)
    line({ reply: refusal.responseCode, refusal: refusal.code })
    if (refusal !== error) log.error({ ...sessionFacts(session), error }, 'mail failed')
    return { kind: 'refused', refusal }
  }
}

/** Who is at the other end, for a log line; `requestId` names the transaction within the connection. */
export function sessionFacts(session: SMTPServerSession): Record<string, string | boolean> {
  return { requestId: `${session.id}.${session.transaction}`, clientIp: session.remoteAddress, isTls: session.secure }
}

function envelopeOf(session: SMTPServerSession): MailEnvelope {
  const { mailFrom } = session.envelope
  return {
    mailFrom: mailFrom ? mailFrom.address : '',
    clientIp: session.remoteAddress,
    helo: session.hostNameAppearsAs || '',
    isTls: session.secure,
  }
}

function tally(outcomes: ReceiveOutcome[]): Record<string, number> {
  const count = (wanted: ReceiveOutcome) => outcomes.filter((outcome) => outcome === wanted).length
  return { stored: count('stored'), duplicates: count('duplicate'), gone: count('gone') }
}
