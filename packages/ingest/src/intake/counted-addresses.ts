import {
  type Deps,
  databaseErrorKind,
  type InsertedAddresses,
  insertMissingAddresses,
  type ReceiveOutcome,
  type Recipient,
} from '@inlet/core'
import type { Log, Metrics } from '@inlet/runtime'
import { createFairTurns, TurnTimeout } from '@inlet/threads'

/** So long a mail waits for its new address; then its sender keeps it. */
const defaultWaitMs = 2_000
/** More would hold the service's turn for too long. */
const groupMax = 64
/** Less than half of the connections to the database that mail has: the others are for look-ups and commits. */
const servicesAtOnce = 8

/**
 * Makes the address of a recipient whose service has a limited number of them. Returns the recipient with its address, or the outcome of the
 * copy where there is none. Never rejects.
 */
export type MakeAddress = (recipient: Recipient) => Promise<Recipient | Extract<ReceiveOutcome, 'gone' | 'failed'>>

/** First mails of one service whose addresses are made together, once it is the service's turn. */
interface Group {
  recipients: Recipient[]
  /** Null where nothing was made, as far as is known. */
  made: Promise<InsertedAddresses | null>
}

interface AddressParts {
  deps: Deps
  log: Log
  metrics: Pick<Metrics, 'database'>
  /** Two seconds by default. */
  maxWaitMs?: number
}

/**
 * Makes counted addresses apart from the commit, so that no other mail waits for them: services take turns, and one whose count takes long
 * delays only its own first mails.
 */
export function countedAddresses({ deps, log, metrics, maxWaitMs = defaultWaitMs }: AddressParts): MakeAddress {
  const turns = createFairTurns({ perKey: 1, total: servicesAtOnce })
  /** By service, the group that waits for its turn. */
  const waiting = new Map<string, Group>()

  function join(recipient: Recipient): Group {
    const { serviceId } = recipient.domain
    const present = waiting.get(serviceId)
    if (present && present.recipients.length < groupMax) {
      present.recipients.push(recipient)
      return present
    }
    const recipients = [recipient]
    const group = { recipients, made: insertInTurn(serviceId, recipients) }
    waiting.set(serviceId, group)
    return group
  }

  async function insertInTurn(serviceId: string, recipients: Recipient[]): Promise<InsertedAddresses | null> {
    const close = () => {
      if (waiting.get(serviceId)?.recipients === recipients) waiting.delete(serviceId)
    }
    try {
      return await turns.run({ key: serviceId, maxWaitMs }, () => {
        close()
        return insertMissingAddresses(deps, recipients)
      })
    } catch (error) {
      close()
      if (error instanceof TurnTimeout) return null
      log.error({ error, addresses: recipients.length }, 'addresses failed')
      metrics.database.failed(databaseErrorKind(error))
      return null
    }
  }

  return async (recipient) => {
    const made = await inTime(join(recipient).made, maxWaitMs)
    const addressId = made?.ids.get(recipient.fullAddress)
    if (addressId !== undefined) return { ...recipient, addressId }
    // Where the plan has no room, the sender gets that answer at its next RCPT.
    return made && !made.deferred.has(recipient.fullAddress) ? 'gone' : 'failed'
  }
}

/** Null when the time is up; the work goes on, and keeps the turn of its service. */
function inTime<T>(work: Promise<T>, maxWaitMs: number): Promise<T | null> {
  const { promise: timeUp, resolve } = Promise.withResolvers<null>()
  const timer = setTimeout(() => resolve(null), maxWaitMs)
  return Promise.race([work, timeUp]).finally(() => clearTimeout(timer))
}
