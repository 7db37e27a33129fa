import type { LiveEvent } from '@inlet/contract'
import type { QueryClient } from '@tanstack/react-query'
import type { useTRPC } from './api-context.tsx'
import { countReadings } from './count-readings.ts'

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

/** Events within this time cause one refetch: a burst of mails is not many requests. */
const gatherMs = 150

/** Tells the cache about events of the live feed: outdated queries are refetched where they are shown. */
export function liveUpdates(queryClient: QueryClient, trpc: Trpc) {
  const waiting = new Set<LiveEvent['type']>()
  let timer: ReturnType<typeof setTimeout> | undefined
  const counts = countReadings(() => {
    void queryClient.invalidateQueries({ queryKey: trpc.dashboard.readUsage.pathKey() })
    void queryClient.invalidateQueries({ queryKey: trpc.dashboard.readBilling.pathKey() })
  })

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

  return {
    note(type: LiveEvent['type']): void {
      waiting.add(type)
      timer ??= setTimeout(flush, gatherMs)
      counts.note(type)
    },
    stop(): void {
      clearTimeout(timer)
      timer = undefined
      counts.stop()
    },
  }
}
