import type { LiveEvent } from '@inlet/contract'
import type { QueryClient } from '@tanstack/react-query'
import type { useTRPC } from './api-context.tsx'

type Trpc = ReturnType<typeof useTRPC>

/** The cached answers that an event makes old; null for all of them. */
function oldKeys(trpc: Trpc, type: LiveEvent['type']): readonly (readonly unknown[])[] | null {
  const { integrator, dashboard } = trpc
  switch (type) {
    case 'message.received':
    case 'message.read':
    case 'message.deleted':
      return [integrator.listMessages.pathKey(), integrator.listAddresses.pathKey()]
    case 'address.created':
    case 'address.deleted':
      return [integrator.listAddresses.pathKey()]
    case 'delivery.changed':
      return [
        dashboard.listDeliveries.pathKey(),
        dashboard.readDelivery.pathKey(),
        dashboard.listWebhooks.pathKey(),
        dashboard.readWebhook.pathKey(),
      ]
    case 'domain.changed':
      return [dashboard.listDomains.pathKey(), dashboard.readDomain.pathKey()]
    case 'resync':
      return null
  }
}

/** What came within this time is read anew at once: a burst of mails is one reading. */
const gatherMs = 150
/** Servers write what they count twice a second, so that a second after its event a mail is counted. */
const countedMs = 1000
/** Counts are read this often at most, however many events there are. */
const countsEveryMs = 5000

/** Makes what tells the cache of the events of a live feed: answers that they made old are read anew where they are shown. */
export function liveUpdates(queryClient: QueryClient, trpc: Trpc) {
  const waiting = new Set<LiveEvent['type']>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let countsTimer: ReturnType<typeof setTimeout> | undefined
  let notedAt = 0
  let countsAt = Number.NEGATIVE_INFINITY

  function flush(): void {
    timer = undefined
    const keys = [...waiting].map((type) => oldKeys(trpc, type))
    waiting.clear()
    if (keys.includes(null)) return void queryClient.invalidateQueries()
    const known = new Set<string>()
    for (const queryKey of keys.flatMap((each) => each ?? [])) {
      const name = JSON.stringify(queryKey)
      if (known.has(name)) continue
      known.add(name)
      void queryClient.invalidateQueries({ queryKey })
    }
  }

  function planCounts(): void {
    countsTimer ??= setTimeout(flushCounts, Math.max(countedMs, countsAt + countsEveryMs - performance.now()))
  }

  function flushCounts(): void {
    countsTimer = undefined
    countsAt = performance.now()
    void queryClient.invalidateQueries({ queryKey: trpc.dashboard.readUsage.pathKey() })
    void queryClient.invalidateQueries({ queryKey: trpc.dashboard.readBilling.pathKey() })
    // The newest event may not be counted yet.
    if (countsAt - notedAt < countedMs) planCounts()
  }

  return {
    note(type: LiveEvent['type']): void {
      notedAt = performance.now()
      waiting.add(type)
      timer ??= setTimeout(flush, gatherMs)
      planCounts()
    },
    stop(): void {
      clearTimeout(timer)
      clearTimeout(countsTimer)
      timer = undefined
      countsTimer = undefined
    },
  }
}
