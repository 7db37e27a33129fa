import type { AppRouter } from '@inlet/api'
import { QueryClient } from '@tanstack/react-query'
import { createTRPCClient } from '@trpc/client'
import { createTRPCOptionsProxy } from '@trpc/tanstack-react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { liveUpdates } from './live-updates.ts'

const id = '01JZX3C5T1V2W3X4Y5Z6A7B8C9'

/** A cache with an answer of each of several lists, and what tells it of events. */
function cache() {
  const queryClient = new QueryClient()
  const trpc = createTRPCOptionsProxy<AppRouter>({ client: createTRPCClient<AppRouter>({ links: [] }), queryClient })
  const lists = {
    messages: trpc.integrator.listMessages.queryKey({ address: 'code@example.com' }),
    addresses: trpc.integrator.listAddresses.queryKey({ id }),
    deliveries: trpc.dashboard.listDeliveries.queryKey({ id }),
    domain: trpc.dashboard.readDomain.queryKey({ id }),
    keys: trpc.dashboard.listApiKeys.queryKey({ id }),
    usage: trpc.dashboard.readUsage.queryKey({ id }),
    billing: trpc.dashboard.readBilling.queryKey({ id }),
  }
  const refresh = () => Object.values(lists).forEach((key) => void queryClient.setQueryData([...key], {}))
  refresh()
  const old = () =>
    Object.entries(lists).flatMap(([name, key]) => (queryClient.getQueryState(key)?.isInvalidated ? [name] : []))
  return { ...liveUpdates(queryClient, trpc), old, refresh, clear: () => queryClient.clear() }
}

/** What adds up, in the same cache. */
const counts = ['usage', 'billing']

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('an event makes old what shows it, and the counts when servers have written them', () => {
  const { note, old, refresh, clear } = cache()

  for (const [type, lists] of [
    ['message.received', ['messages', 'addresses']],
    ['delivery.changed', ['deliveries']],
    ['domain.changed', ['domain']],
  ] as const) {
    refresh()
    note(type)
    expect(old()).toEqual([])
    vi.advanceTimersByTime(200)
    expect(old()).toEqual(lists)
    vi.runAllTimers()
    expect(old()).toEqual([...lists, ...counts])
  }
  clear()
})

test('the first mail is in the counts a second after its event', () => {
  const { note, old, clear } = cache()

  note('message.received')
  vi.advanceTimersByTime(1000)

  expect(old()).toEqual(['messages', 'addresses', ...counts])
  clear()
})

test.for([500, 1500])(
  'a mail is in the counts a second after its event, also %i ms after an address was made',
  (afterMs) => {
    const { note, old, refresh, clear } = cache()

    note('address.created')
    vi.advanceTimersByTime(afterMs)
    note('message.received')
    vi.advanceTimersByTime(999)
    refresh()
    vi.advanceTimersByTime(1)

    expect(old()).toEqual(counts)
    clear()
  },
)

test('under many events the counts are read anew every five seconds, and a last time when the newest are counted', () => {
  const { note, old, refresh, clear } = cache()
  const readings: number[] = []
  const pass = (stepMs: number) => {
    vi.advanceTimersByTime(stepMs)
    if (old().includes('usage')) readings.push(performance.now() - startedAt)
    refresh()
  }
  const startedAt = performance.now()

  while (performance.now() - startedAt < 10_800) {
    note('message.received')
    pass(100)
  }
  note('message.received')
  while (vi.getTimerCount() > 0) pass(100)

  expect(readings).toEqual([1000, 6000, 11_000, 16_000])
  clear()
})

test('under many events of several kinds the counts are read anew about as often as under those of one', () => {
  const readingsUnder = (types: Parameters<ReturnType<typeof cache>['note']>[0][]) => {
    const { note, old, refresh, clear } = cache()
    const startedAt = performance.now()
    let readings = 0
    while (performance.now() - startedAt < 60_000) {
      for (const type of types) {
        note(type)
        vi.advanceTimersByTime(400)
        if (old().includes('usage')) readings += 1
        refresh()
      }
    }
    clear()
    return readings
  }

  const underOne = readingsUnder(['message.received'])
  const underThree = readingsUnder(['address.created', 'message.received', 'delivery.changed'])

  expect(underOne).toBeGreaterThanOrEqual(12)
  // Those that begin later are taken along by the next reading of the first.
  expect(underThree).toBeLessThanOrEqual(underOne + 2)
})

test('after events that were missed everything is old', () => {
  const { note, old, clear } = cache()

  note('message.read')
  note('resync')
  vi.runAllTimers()

  expect(old()).toEqual(['messages', 'addresses', 'deliveries', 'domain', 'keys', ...counts])
  clear()
})

test('a page that was left gets no more events', () => {
  const { note, stop, old, clear } = cache()

  note('address.created')
  stop()
  vi.runAllTimers()

  expect(old()).toEqual([])
  clear()
})
