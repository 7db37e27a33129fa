import {
  attachmentBytes,
  type Deps,
  databaseFaultKind,
  type IncomingMessage,
  type ReceiveOutcome,
  receiveMessages,
} from '@inlet/core'
import { addressBlock, type Log, type Metrics } from '@inlet/runtime'
import { FairQueue } from './fair-queue.ts'

const batchMaxMessages = 64
const batchMaxBytes = 8 * 1024 * 1024
/** What is worth waiting for, and how long at most. */
const gatherMessages = 24
const gatherMs = 10

/** Commits copies of mails in groups: one batch in flight, the next is what came meanwhile or is about to, fair to clients. */
export interface Committer {
  /**
   * Resolves when the fate of the copy is known; `failed` means that the sender must keep the mail. Never rejects. A copy whose
   * sender was answered meanwhile (`signal`) is dropped, unless it is on its way to the database already. One that was found to be
   * stored already is only counted.
   */
  commit(copy: IncomingMessage | 'duplicate', signal?: AbortSignal): Promise<ReceiveOutcome>
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
  /** How many mails are being parsed: they come next. */
  underway: () => number
}

/** Makes the committer of a process. */
export function createCommitter({ deps, log, metrics, underway }: CommitterParts): Committer {
  const queue = new FairQueue<Copy>()
  let isRunning = false
  let arrived = () => {}

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

  const isWorthWaiting = () => queue.size < gatherMessages && underway() > 0

  /** Under load waits a moment for the mails that are being parsed: a batch costs the same for thirty as for three. */
  async function gather(): Promise<void> {
    const endsAt = performance.now() + gatherMs
    while (isWorthWaiting()) {
      const leftMs = endsAt - performance.now()
      if (leftMs <= 0) return
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, leftMs)
        arrived = () => {
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
      metrics.database.failed(databaseFaultKind(error))
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
      return await enqueue(copy, signal)
    },
  }

  function enqueue(incoming: IncomingMessage, signal: AbortSignal | undefined): Promise<ReceiveOutcome> {
    return new Promise((settle) => {
      queue.push({
        item: { incoming, signal, settle },
        client: addressBlock(incoming.mail.envelope.clientIp),
        cost: storedBytes(incoming),
      })
      arrived()
      if (!isRunning) void run()
    })
  }
}

/** Takes the next batch off the queue: at least one, at most 64 and 8 MiB. */
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

/** A retry of this mail is under way or will come: storing it now would double one without a Message-ID. */
function isWanted({ signal, settle }: Copy): boolean {
  if (!signal?.aborted) return true
  settle('failed')
  return false
}

const summaryBytes = 2_000

/** What a document weighs, near enough. */
function storedBytes({ mail: { parsed, apart } }: IncomingMessage): number {
  if (apart?.sharesContent) return summaryBytes
  return parsed.content.length + parsed.searchText.length + summaryBytes + attachmentBytes * parsed.attachments.length
}
