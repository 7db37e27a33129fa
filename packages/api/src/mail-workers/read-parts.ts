import { AppError, type MailPartName, type Message, type MessageParts } from '@inlet/contract'
import { type Caller, callerId } from '@inlet/core'
import type { LocatedFile } from '@inlet/mail'
import type { Log } from '@inlet/runtime'
import { JobFailed } from '@inlet/threads'
import type { ApiRequest } from '../http/api-request.ts'
import type { MailResult, MailTask } from './mail-worker.ts'
import { type WorkerPool, type WorkItem, workerPool } from './worker-pool.ts'

/** The worker threads of a process that read mails on behalf of callers. */
export type MailWorkers = WorkerPool<MailTask, MailResult>

/**
 * Two threads, so that one slow mail delays no other caller. A mail of 25 MiB takes a quarter of a second; a thread that was idle for a
 * minute ends and frees its memory.
 */
const threadLimits = { threads: 2, deadlineMs: 10_000, startMs: 30_000, idleMs: 60_000, heapMb: 256 }
/** A mail waits longer than one mail takes at most. */
const limits = { ...threadLimits, waitingPerCaller: 20, maxWaitMs: 15_000 }

/** Makes the mail workers of a process. */
export const mailWorkers = (log: Log): MailWorkers =>
  workerPool(new URL('./mail-worker.ts', import.meta.url), limits, log)

interface PartsContext {
  mailWorkers: MailWorkers
  request: Pick<ApiRequest, 'reserve' | 'onHangUp'>
}

interface MailQuery {
  /** Reads the mail's source; called at the caller's turn, and only if the source is needed. */
  source: () => Promise<Buffer>
}

interface PartsQuery extends MailQuery {
  message: Pick<Message, 'textBody' | 'htmlBody' | 'sizeBytes'>
  include: MailPartName[]
}

interface FileQuery extends MailQuery {
  /** Counts from 0, as in the list of attachments. */
  index: number
}

/**
 * Reads parts of a mail on a worker thread. For a mail that takes too much time or memory all of them are empty.
 * @throws TOO_MANY_REQUESTS `rate_limited`; SERVICE_UNAVAILABLE where the caller's budget of pending responses is used up, or no thread
 * could read the mail; TIMEOUT when the client has hung up; what `source` throws
 */
export async function readParts(ctx: PartsContext, caller: Caller, query: PartsQuery): Promise<MessageParts> {
  const { message, include, source } = query
  // In base64 a file is a third longer.
  if (include.includes('attachmentContents')) ctx.request.reserve(Math.ceil((message.sizeBytes * 4) / 3))
  const result = await run(ctx, caller, async () => {
    const needsSource = include.some((name) => name !== 'links')
    const raw = needsSource ? await source() : Buffer.alloc(0)
    const { textBody, htmlBody } = message
    const task = { include, bodies: { textBody, htmlBody }, raw, render: null, fileIndex: null }
    return { task, transfer: transferable(raw) }
  })
  return result?.parts ?? Object.fromEntries(include.map((name) => [name, []]))
}

/**
 * Finds one attachment of a mail on a worker thread; null where there is none at this index, or the mail takes too much time or memory.
 * @throws as `readParts`
 */
export async function findFile(ctx: PartsContext, caller: Caller, query: FileQuery): Promise<LocatedFile | null> {
  const result = await run(ctx, caller, async () => {
    const raw = await query.source()
    const bodies = { textBody: '', htmlBody: '' }
    return { task: { include: [], bodies, raw, render: null, fileIndex: query.index }, transfer: transferable(raw) }
  })
  return result?.file ?? null
}

/** Runs a task at the caller's turn, unless its client has hung up by then; null where it takes too much time or memory. */
async function run(
  ctx: PartsContext,
  caller: Caller,
  prepare: () => Promise<WorkItem<MailTask>>,
): Promise<MailResult | null> {
  let hasHungUp = false
  ctx.request.onHangUp(() => {
    hasHungUp = true
  })
  const prepareUnlessGone = () => {
    if (hasHungUp) throw new AppError('TIMEOUT', 'The client has hung up')
    return prepare()
  }
  try {
    return await ctx.mailWorkers.run(queueOf(caller), prepareUnlessGone)
  } catch (error) {
    if (!(error instanceof JobFailed)) throw error
    if (!error.isByWork) throw unavailable()
    return null
  }
}

/** For an error that may not come again. */
export const unavailable = () =>
  new AppError('SERVICE_UNAVAILABLE', 'This mail could not be read just now: try again', { retryAfterSeconds: 1 })

/** The queue in which a caller waits: all keys of a service share one. */
export const queueOf = (caller: Caller): string => (caller.kind === 'apiKey' ? caller.serviceId : callerId(caller))

/** The memory of these bytes if nothing else is in it: a small source shares its memory with its bodies, which others may be reading. */
export const transferable = ({ buffer, byteLength }: Uint8Array): ArrayBuffer[] =>
  byteLength > 0 && buffer.byteLength === byteLength && buffer instanceof ArrayBuffer ? [buffer] : []
