import { type Deps, type FeedEvent, openFeedStream, positionOf, toFeedEvents } from '@inlet/core'
import type { Background } from '@inlet/runtime'

/** What is read from the change stream and not given to feeds yet; at this many the stream is not read further. Less than what a feed may have waiting. */
const maxPending = 250

type Change = Parameters<typeof toFeedEvents>[1][number]

interface FeedSourceParts {
  deps: Deps
  background: Background
  isWanted: (serviceId: string) => boolean
  onEvent: (event: FeedEvent) => void
  /** Called once, when it is closed or has failed. */
  onEnd: () => void
}

/** The change stream of a process for all its feeds. */
export interface FeedSource {
  /** Resolves when no later change is missed. @throws the driver's error */
  isOpen: Promise<void>
  /** The position up to which all changes were given to the feeds. */
  position(): string
  /** The first position, before anything was read. */
  start(): string
  close(): void
}

/** Opens the change stream of a process; the driver resumes it by itself after a failover. */
export function openFeedSource({ deps, background, isWanted, onEvent, onEnd }: FeedSourceParts): FeedSource {
  const stream = openFeedStream(deps)
  const { promise: isOpen, resolve: setOpen, reject: setFailed } = Promise.withResolvers<void>()
  let pending: Change[] = []
  let giving: Promise<void> | null = null
  let start = ''
  let position = ''
  let failure: unknown = null

  // The response to the aggregate command has a position, from which on no change is missed. The first change may come much later.
  stream.once('resumeTokenChanged', (token) => {
    start = positionOf(token)
    position = start
    setOpen()
  })

  /** What comes while a batch is completed goes into the next one: one query for each kind of record. */
  async function give(): Promise<void> {
    while (pending.length > 0) {
      const batch = pending
      pending = []
      for (const event of await toFeedEvents(deps, batch, isWanted)) onEvent(event)
      position = positionOf(batch.at(-1)?._id)
    }
    giving = null
  }

  async function read(): Promise<void> {
    while (!stream.closed) {
      const change = await stream.next()
      // Not in one expression, which would take the list before the wait, in which it is given away.
      pending.push(change)
      giving ??= give().catch(async (error: unknown) => {
        failure = error
        // Ends the reading too.
        await stream.close()
      })
      if (pending.length >= maxPending) await giving
    }
  }

  background.run('live-feeds', async () => {
    try {
      await read()
    } catch (error) {
      setFailed(failure ?? error)
      if (failure !== null || !stream.closed) throw failure ?? error
    } finally {
      onEnd()
      await stream.close()
    }
  })

  return {
    isOpen,
    start: () => start,
    position: () => (giving ? position : positionOf(stream.resumeToken)),
    close: () => background.run('close-live-feeds', () => stream.close()),
  }
}
