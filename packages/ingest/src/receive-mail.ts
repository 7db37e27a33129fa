import {
  type Deps,
  findAddressByName,
  type IncomingMail,
  isMadeByFirstMail,
  prepareCopies,
  type ReceiveOutcome,
  type Recipient,
} from '@inlet/core'
import type { MailFacts } from '@inlet/mail'
import { verdictFor } from './authentication/judgement.ts'
import type { MailAuthenticator } from './authentication/mail-authenticator.ts'
import type { Committer } from './committer.ts'
import { noteGarbage } from './garbage.ts'
import type { ParsePool } from './parsing/parse-pool.ts'
import { SmtpRefusal } from './smtp/smtp-reply.ts'

/** A mail as DATA brought it. */
export interface ReceivedMail {
  raw: Buffer
  envelope: IncomingMail['envelope']
  recipients: Recipient[]
  /** Aborted once the sender has been answered without waiting any longer. */
  signal: AbortSignal
}

/** A mail of which every copy that is still wanted is durable: what became of each, and what stands in it. */
interface Reception {
  outcomes: ReceiveOutcome[]
  facts: MailFacts
}

/** What receiving works with. */
export interface Receiving {
  deps: Deps
  parsePool: ParsePool
  authenticator: MailAuthenticator
  committer: Committer
}

/**
 * Takes one mail through parsing and commit: when it returns, every copy that is still wanted is durable.
 * @throws SmtpRefusal 451 when any copy may not be stored (the retry completes the rest), 550 when no recipient is there any more
 */
export async function receiveMail(
  { deps, parsePool, authenticator, committer }: Receiving,
  received: ReceivedMail,
): Promise<Reception> {
  const { raw, envelope, recipients } = received
  const [facts, judgement] = await Promise.all([
    parsePool.parse(raw, envelope, received.signal),
    authenticator.judge(raw, envelope),
  ])
  received.signal.throwIfAborted()
  const parsed = { ...facts, tags: [...facts.tags, `auth:${verdictFor(facts.fromAddr, judgement)}`].sort() }
  const copies = await prepareCopies(deps, { parsed, envelope, raw, recipients, noteGarbage })
  const outcomes = await Promise.all(copies.map((copy) => committer.commit(copy, received.signal)))
  const gone = recipients.filter((_, index) => outcomes[index] === 'gone')
  if (outcomes.includes('failed') || (await wouldFindAddress(deps, gone))) {
    throw new SmtpRefusal('SERVICE_UNAVAILABLE', 'Not stored, try again later')
  }
  if (gone.length === recipients.length) throw new SmtpRefusal('NOT_FOUND', 'No such mailbox')
  return { outcomes, facts }
}

/** Whether a retry would find an address in place of one that was deleted meanwhile: a new one is there, or a mail makes one. */
async function wouldFindAddress(deps: Deps, gone: Recipient[]): Promise<boolean> {
  for (const recipient of gone) {
    if (isMadeByFirstMail(recipient) || (await findAddressByName(deps, recipient.fullAddress))) return true
  }
  return false
}
