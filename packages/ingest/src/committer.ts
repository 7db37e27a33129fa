import { type Deps, type IncomingMessage, inlineRawMaxBytes, type ReceiveOutcome, receiveMessages } from '@inlet/core'
import type { Log } from '@inlet/runtime'

const batchMaxMessages = 64
const batchMaxBytes = 8 * 1024 * 1024
/** What is worth waiting for, and how long at most. */
const gatherMessages = 24
const gatherMs = 10

/** Commits copies of mails in groups: one batch in flight, the next is what came meanwhile or is about to. */
export interface Committer {
  /**
   * Resolves when the fate of the copy is known; `failed` means that the sender must keep the mail. Never rejects. A copy whose
   * sender was answered meanwhile (`signal`) is dropped, unless it is on its way to the database already.
   */
  commit(incoming: IncomingMessage, signal?: AbortSignal): Promise<ReceiveOutcome>
}

interface Waiting {
  incoming: IncomingMessage
  bytes: number
  signal: AbortSignal | undefined
  settle: (outcome: ReceiveOutcome) => void
}

interface CommitterParts {
  deps: Deps
  log: Log
  /** How many mails are being parsed: they come next. */
  underway: () => number
}

/** Makes the committer of a process. */
export function createCommitter({ deps, log, underway }: CommitterParts): Committer {
  const queue: Waiting[] = []
  let isRunning = false
  let arrived = () => {}

  async function run(): Promise<void> {
    isRunning = true
    while (queue.length > 0) {
      if (isWorthWaiting()) await gather()
      const batch = nextBatch(queue).filter(isWanted)
      if (batch.length === 0) continue
      const outcomes = await receiveAll(batch.map(({ incoming }) => incoming))
      batch.forEach(({ settle }, index) => settle(outcomes[index] ?? 'failed'))
    }
    isRunning = false
  }

  const isWorthWaiting = () => queue.length < gatherMessages && underway() > 0

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
    try {
      return await receiveMessages(deps, batch)
    } catch (error) {
      log.error({ error, messages: batch.length }, 'batch failed')
      return batch.map(() => 'failed')
    }
  }

  return {
    commit: (incoming, signal) =>
      new Promise((settle) => {
        queue.push({ incoming, bytes: storedBytes(incoming), signal, settle })
        arrived()
        if (!isRunning) void run()
      }),
  }
}

/** Takes the next batch off the queue: at least one, at most 64 and 8 MiB. */
function nextBatch(queue: Waiting[]): Waiting[] {
  let bytes = 0
  const end = queue.findIndex((waiting, index) => {
    bytes += waiting.bytes
    return index > 0 && (index >= batchMaxMessages || bytes > batchMaxBytes)
  })
  return queue.splice(0, end < 0 ? queue.length : end)
}

/** A retry of this mail is under way or will come: storing it now would double one without a Message-ID. */
function isWanted({ signal, settle }: Waiting): boolean {
  if (!signal?.aborted) return true
  settle('failed')
  return false
}

/** What a document weighs, near enough: source, text and HTML. */
function storedBytes({ mail }: IncomingMessage): number {
  const { parsed } = mail
  return (
    Math.min(parsed.sizeBytes, inlineRawMaxBytes) +
    parsed.textBody.length +
    parsed.htmlBody.length +
    parsed.searchText.length
  )
}
