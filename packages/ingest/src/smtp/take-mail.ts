import { databaseFaultKind, type ReceiveOutcome } from '@inlet/core'
import type { Log, Metrics } from '@inlet/runtime'
import { type Receiving, receiveMail } from '../receive-mail.ts'
import { countReceived } from './count-received.ts'
import type { ClientRate } from './guards/client-rate.ts'
import type { NewAddressLimit } from './guards/new-address-limit.ts'
import { inTime } from './in-time.ts'
import { type Reply, replies, replyOf } from './replies.ts'
import type { MailTransaction } from './server-context.ts'
import { SmtpRefusal, smtpRefusal } from './smtp-reply.ts'

const receivedMax = 100

/** What taking a mail needs; a commit may take `commitMs`. */
export type TakingMail = Receiving & {
  log: Log
  metrics: Pick<Metrics, 'mail' | 'database'>
  commitMs: number
  limitNewAddresses: NewAddressLimit
  copyBytes: ClientRate
}

/** Takes one whole mail to its reply, counts it and writes its log line. Never rejects. */
export async function takeMail(parts: TakingMail, mail: MailTransaction, raw: Buffer): Promise<Reply> {
  const { log, metrics, commitMs } = parts
  const { envelope, recipients } = mail
  // The final dot has been read in this turn of the loop.
  const dotAt = performance.now()
  try {
    if (countReceived(raw) > receivedMax) {
      throw new SmtpRefusal('BAD_REQUEST', 'Too many hops: this mail loops', { code: 554, enhanced: '5.4.6' })
    }
    if (!parts.copyBytes.take(envelope.clientIp, raw.length * recipients.length)) {
      throw new SmtpRefusal('TOO_MANY_REQUESTS', 'Too much mail from your address, try again later')
    }
    const { outcomes, facts } = await inTime(async (signal) => {
      await parts.limitNewAddresses(envelope.clientIp, recipients)
      return await receiveMail(parts, { raw, envelope, recipients, signal })
    }, commitMs)
    noteMail(log, mail, { sizeBytes: raw.length, reply: 250, ...tally(outcomes) })
    metrics.mail.accepted({
      dotToReplyMs: performance.now() - dotAt,
      hasCode: facts.otpCode !== null,
      isMalformed: facts.tags.includes('malformed'),
    })
    return replies.stored
  } catch (error) {
    const refusal = smtpRefusal(error)
    noteMail(log, mail, { sizeBytes: raw.length, reply: refusal.responseCode, refusal: refusal.code })
    metrics.mail.refused({ reason: refusal.code, reply: refusal.responseCode })
    metrics.database.failed(databaseFaultKind(error))
    if (refusal !== error) log.error({ ...sender(mail), error }, 'mail failed')
    return replyOf(refusal)
  }
}

/** Counts a mail that never became whole, and writes its line: refused on the way, or (`null`) cut off by its sender. */
export function noteLostMail(
  { log, metrics }: Pick<TakingMail, 'log' | 'metrics'>,
  mail: MailTransaction,
  lost: { sizeBytes: number; reply: Reply | null },
): void {
  const { sizeBytes, reply } = lost
  const isTooLarge = reply?.code === 552
  noteMail(log, mail, { sizeBytes, reply: reply?.code ?? null, ...(isTooLarge && { refusal: 'PAYLOAD_TOO_LARGE' }) })
  if (isTooLarge) metrics.mail.refused({ reason: 'PAYLOAD_TOO_LARGE', reply: reply.code })
  else metrics.mail.lost(reply ? 'server' : 'sender')
}

function noteMail(log: Log, mail: MailTransaction, outcome: Record<string, unknown>): void {
  const { recipients, beganAt } = mail
  log.info(
    {
      ...sender(mail),
      // Ids and hosts, not addresses: on a public domain an address is all it takes to read an inbox.
      hosts: [...new Set(recipients.map(({ domain }) => domain.hostname))].slice(0, 10),
      addressIds: recipients.flatMap(({ addressId }) => addressId ?? []).slice(0, 10),
      recipients: recipients.length,
      durationMs: Math.round((performance.now() - beganAt) * 10) / 10,
      ...outcome,
    },
    'mail',
  )
}

function sender({ requestId, traceId, envelope }: MailTransaction): Record<string, string | boolean> {
  return { requestId, traceId, clientIp: envelope.clientIp, isTls: envelope.isTls }
}

function tally(outcomes: ReceiveOutcome[]): Record<string, number> {
  const count = (wanted: ReceiveOutcome) => outcomes.filter((outcome) => outcome === wanted).length
  return { stored: count('stored'), duplicates: count('duplicate'), gone: count('gone') }
}
