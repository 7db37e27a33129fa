import {
  attachmentBytes,
  type Deps,
  databaseErrorKind,
  type IncomingMessage,
  type ReceiveOutcome,
  receiveMessages,
} from '@inlet/core'
import { addressBlock, type Log, type Metrics } from '@inlet/runtime'
import { FairQueue } from '@inlet/threads'
import { countedAddresses } from './counted-addresses.ts'

const batchMaxMessages = 64
const batchMaxBytes = 8 * 1024 * 1024
/** A batch of fewer copies waits for more, this long at most. */
const gatherMessages = 24
const gatherMs = 10

/**
 * Commits copies of mails in groups: one batch in flight; the next holds what came meanwhile, with the same share for every client. A copy
 * for which a counted address has to be made comes into the queue once it is there.
 */
export interface Committer {
  /**
   * Returns what became of the copy; `failed` means that the sender must keep the mail. Never rejects. A copy whose sender was answered
   * meanwhile (`signal`) is dropped, unless it was sent to the database already. A copy that is known to be stored is only counted.
   */
  commit(copy: IncomingMessage | 'duplicate', signal?: AbortSignal): Promise<ReceiveOutcome>
  /** How many copies wait that the next batch has no place for. */
  waiting(): number
}

interface Copy {
  incoming: IncomingMessage
  signal: AbortSignal | undefined
  settle: (outcome: ReceiveOutcome) => void
}

interface CommitterParts {
  deps: Deps
  log: Log
  metrics: Pick<Metrics, 'mail' | 'database'>
  /** How many mails are being parsed: their copies come next. */
  mailsInParsing: () => number
}

/** Makes the committer of a process. */
export function createCommitter({ deps, log, metrics, mailsInParsing }: CommitterParts): Committer {
  const queue = new FairQueue<Copy>()
  const makeAddress = countedAddresses({ deps, log, metrics })
  let isRunning = false
  let onArrival = () => {}

  async function run(): Promise<void> {
    isRunning = true
    while (queue.size > 0) {
      if (isWorthWaiting()) await gather()
      const batch = nextBatch(queue).filter(isWanted)
      if (batch.length === 0) continue
      const outcomes = await receiveAll(batch.map(({ incoming }) => incoming))
      batch.forEach(({ settle }, index) => {
        const outcome = outcomes[index] ?? 'failed'
        metrics.mail.copy(outcome)
        settle(outcome)
      })
    }
    isRunning = false
  }

  const isWorthWaiting = () => queue.size < gatherMessages && mailsInParsing() > 0

  /** Under load waits for the mails that are being parsed: a batch of thirty costs about as much as one of three. */
  async function gather(): Promise<void> {
    const endsAt = performance.now() + gatherMs
    while (isWorthWaiting()) {
      const leftMs = endsAt - performance.now()
      if (leftMs <= 0) return
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, leftMs)
        onArrival = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    }
  }

  async function receiveAll(batch: IncomingMessage[]): Promise<ReceiveOutcome[]> {
    const beganAt = performance.now()
    try {
      const outcomes = await receiveMessages(deps, batch)
      metrics.mail.batch({ copies: batch.length, commitMs: performance.now() - beganAt })
      return outcomes
    } catch (error) {
      log.error({ error, messages: batch.length }, 'batch failed')
      metrics.mail.batchFailed()
      metrics.database.failed(databaseErrorKind(error))
      return batch.map(() => 'failed')
    }
  }

  metrics.mail.watchCommitQueue(() => queue.size)

  return {
    async commit(copy, signal) {
      if (copy === 'duplicate') {
        metrics.mail.copy(copy)
        return copy
      }
      const { addressId, isCounted } = copy.recipient
      if (addressId !== null || !isCounted) return await enqueue(copy, signal)
      const recipient = await makeAddress(copy.recipient)
      if (typeof recipient !== 'string') return await enqueue({ ...copy, recipient }, signal)
      metrics.mail.copy(recipient)
      return recipient
    },
    waiting: () => Math.max(0, queue.size - batchMaxMessages),
  }

  function enqueue(incoming: IncomingMessage, signal: AbortSignal | undefined): Promise<ReceiveOutcome> {
    return new Promise((settle) => {
      queue.push({
        item: { incoming, signal, settle },
        client: addressBlock(incoming.mail.envelope.clientIp),
        cost: storedBytes(incoming),
      })
      onArrival()
      if (!isRunning) void run()
    })
  }
}

/** Takes the next batch off the queue: at least one copy, at most 64 and 8 MiB. */
function nextBatch(queue: FairQueue<Copy>): Copy[] {
  const batch: Copy[] = []
  let bytes = 0
  for (let next = queue.peek(); next && batch.length < batchMaxMessages; next = queue.peek()) {
    bytes += next.cost
    if (batch.length > 0 && bytes > batchMaxBytes) break
    queue.shift()
    batch.push(next.item)
  }
  return batch
}

/** Whether the sender still waits. If not, it will retry: storing the copy now would duplicate a mail without a Message-ID. */
function isWanted({ signal, settle }: Copy): boolean {
  if (!signal?.aborted) return true
  settle('failed')
  return false
}

const summaryBytes = 2_000

/** The approximate size of the document. */
function storedBytes({ mail: { parsed, largeParts } }: IncomingMessage): number {
  if (largeParts?.sharesContent) return summaryBytes
  return parsed.content.length + parsed.searchText.length + summaryBytes + attachmentBytes * parsed.attachments.length
}
