import {
  type Deps,
  databaseErrorKind,
  findAddressByName,
  isMadeByFirstMail,
  prepareCopies,
  type ReceiveOutcome,
  type Recipient,
  type ResolveRecipient,
} from '@inlet/core'
import type { MailFacts } from '@inlet/mail'
import { type Log, type Metrics, withDeadline } from '@inlet/runtime'
import { verdictFor } from '../authentication/authentication-verdict.ts'
import type { MailAuthenticator } from '../authentication/mail-authenticator.ts'
import type { ParsePool } from '../parsing/parse-pool.ts'
import type { ClientRate } from '../smtp/guards/client-rate.ts'
import { type Reply, replies, replyOf } from '../smtp/replies.ts'
import type { MailHandlers, MailTransaction } from '../smtp/server-context.ts'
import { SmtpRefusal, toSmtpRefusal } from '../smtp/smtp-refusal.ts'
import type { Committer } from './committer.ts'
import type { IntakeBacklog } from './intake-backlog.ts'
import { assertNoLoop, type NewAddressLimit } from './mail-limits.ts'

/** What receiving a mail needs. */
interface IntakeParts {
  deps: Deps
  resolveRecipient: ResolveRecipient
  parsePool: ParsePool
  authenticator: MailAuthenticator
  committer: Committer
  backlog: IntakeBacklog
  limitNewAddresses: NewAddressLimit
  copyBytes: ClientRate
  /** For parsing and commit together; then the sender gets 451. */
  commitMs: number
  /** Gets the size of bytes outside V8's heap that have just become garbage. */
  countGarbage: (bytes: number) => void
  log: Log
  metrics: Pick<Metrics, 'mail' | 'database'>
}

/** Makes what the SMTP server calls for recipients and mails: 250 is returned only for a mail that is durable. */
export function mailHandlers(parts: IntakeParts): MailHandlers {
  const { log, metrics, resolveRecipient } = parts
  return {
    resolveRecipient,
    async receiveMail(mail, raw) {
      parts.backlog.began()
      const reply = await receiveMail(parts, mail, raw)
      parts.backlog.ended()
      return reply
    },
    mailLost(mail, sizeBytes, reply) {
      const isTooLarge = reply?.code === 552
      logMail(log, mail, { sizeBytes, reply: reply?.code ?? null, ...(isTooLarge && { refusal: 'PAYLOAD_TOO_LARGE' }) })
      if (isTooLarge) metrics.mail.refused({ reason: 'PAYLOAD_TOO_LARGE', reply: reply.code })
      else metrics.mail.lost(reply ? 'server' : 'sender')
    },
    recipientRefused(refusal, error) {
      metrics.mail.recipientRefused(refusal)
      metrics.database.failed(databaseErrorKind(error))
    },
  }
}

/** Processes one whole mail up to its reply, counts it and logs its line. Never rejects. */
async function receiveMail(parts: IntakeParts, mail: MailTransaction, raw: Buffer): Promise<Reply> {
  const { log, metrics } = parts
  // The final dot was read in this turn of the event loop.
  const dotAt = performance.now()
  try {
    assertNoLoop(raw)
    if (!parts.copyBytes.take(mail.envelope.clientIp, raw.length * mail.recipients.length)) {
      throw new SmtpRefusal('TOO_MANY_REQUESTS', 'Too much mail from your address, try again later')
    }
    const { outcomes, facts } = await storeInTime(parts, mail, raw)
    logMail(log, mail, { sizeBytes: raw.length, reply: 250, ...tally(outcomes) })
    metrics.mail.accepted({
      dotToReplyMs: performance.now() - dotAt,
      hasCode: facts.otpCode !== null,
      isMalformed: facts.tags.includes('malformed'),
    })
    return replies.stored
  } catch (error) {
    const refusal = toSmtpRefusal(error)
    logMail(log, mail, { sizeBytes: raw.length, reply: refusal.responseCode, refusal: refusal.code })
    metrics.mail.refused({ reason: refusal.code, reply: refusal.responseCode })
    metrics.database.failed(databaseErrorKind(error))
    if (refusal !== error) log.error({ ...mailFields(mail), error }, 'mail failed')
    return replyOf(refusal)
  }
}

/**
 * Stores a mail within `commitMs`. A batch that has been sent to the database by then may still be stored; the retry of a mail with a
 * Message-ID is then a duplicate.
 * @throws SmtpRefusal 451 when the time is up
 */
function storeInTime(parts: IntakeParts, mail: MailTransaction, raw: Buffer): Promise<StoredMail> {
  const timeUp = new AbortController()
  return withDeadline(storeMail(parts, { mail, raw, signal: timeUp.signal }), parts.commitMs, () => {
    timeUp.abort()
    return new SmtpRefusal('SERVICE_UNAVAILABLE', 'Not done in time, try again later')
  })
}

/** The outcome for each recipient, and the facts of the mail. */
interface StoredMail {
  outcomes: ReceiveOutcome[]
  facts: MailFacts
}

/**
 * Parses, authenticates and commits one mail: when it returns, every copy that is still wanted is durable.
 * @throws SmtpRefusal 451 when a copy may not be stored (the retry completes the rest), 550 when no recipient exists any more
 */
async function storeMail(
  { deps, parsePool, authenticator, committer, limitNewAddresses, countGarbage }: IntakeParts,
  { mail, raw, signal }: { mail: MailTransaction; raw: Buffer; signal: AbortSignal },
): Promise<StoredMail> {
  const { envelope, recipients } = mail
  await limitNewAddresses(envelope.clientIp, recipients)
  const [facts, judgement] = await Promise.all([
    parsePool.parse(raw, envelope, signal),
    authenticator.judge(raw, envelope),
  ])
  signal.throwIfAborted()
  const parsed = { ...facts, tags: [...facts.tags, `auth:${verdictFor(facts.fromAddr, judgement)}`].sort() }
  const copies = await prepareCopies(deps, { parsed, envelope, raw, recipients, onGarbage: countGarbage })
  const outcomes = await Promise.all(copies.map((copy) => committer.commit(copy, signal)))
  const gone = recipients.filter((_, index) => outcomes[index] === 'gone')
  if (outcomes.includes('failed') || (await wouldFindAddress(deps, gone))) {
    throw new SmtpRefusal('SERVICE_UNAVAILABLE', 'Not stored, try again later')
  }
  if (gone.length === recipients.length) throw new SmtpRefusal('NOT_FOUND', 'No such mailbox')
  return { outcomes, facts }
}

/** Whether a retry would find an address in place of one that was deleted meanwhile: a new one exists, or a mail creates it. */
async function wouldFindAddress(deps: Deps, gone: Recipient[]): Promise<boolean> {
  for (const recipient of gone) {
    if (isMadeByFirstMail(recipient) || (await findAddressByName(deps, recipient.fullAddress))) return true
  }
  return false
}

function logMail(log: Log, mail: MailTransaction, outcome: Record<string, unknown>): void {
  const { recipients, beganAt } = mail
  log.info(
    {
      ...mailFields(mail),
      // Ids and hosts, not addresses: on a public domain the address alone is enough to read an inbox.
      hosts: [...new Set(recipients.map(({ hostname }) => hostname))].slice(0, 10),
      addressIds: recipients.flatMap(({ addressId }) => addressId ?? []).slice(0, 10),
      recipients: recipients.length,
      durationMs: Math.round((performance.now() - beganAt) * 10) / 10,
      ...outcome,
    },
    'mail',
  )
}

function mailFields({ requestId, traceId, envelope }: MailTransaction): Record<string, string | boolean> {
  return { requestId, traceId, clientIp: envelope.clientIp, isTls: envelope.isTls }
}

function tally(outcomes: ReceiveOutcome[]): Record<string, number> {
  const count = (wanted: ReceiveOutcome) => outcomes.filter((outcome) => outcome === wanted).length
  return { stored: count('stored'), duplicates: count('duplicate'), gone: count('gone') }
}
