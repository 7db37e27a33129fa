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
  }
  for (const key of Object.values(lists)) queryClient.setQueryData([...key], {})
  const old = () =>
    Object.entries(lists).flatMap(([name, key]) => (queryClient.getQueryState(key)?.isInvalidated ? [name] : []))
  return { ...liveUpdates(queryClient, trpc), old, clear: () => queryClient.clear() }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('an event makes old what shows it, and nothing else', () => {
  const { note, old, clear } = cache()

  note('message.received')
  expect(old()).toEqual([])
  vi.runAllTimers()
  expect(old()).toEqual(['messages', 'addresses'])
  note('delivery.changed')
  vi.runAllTimers()
  expect(old()).toEqual(['messages', 'addresses', 'deliveries'])
  note('domain.changed')
  vi.runAllTimers()
  expect(old()).toEqual(['messages', 'addresses', 'deliveries', 'domain'])
  clear()
})

test('after events that were missed everything is old', () => {
  const { note, old, clear } = cache()

  note('message.read')
  note('resync')
  vi.runAllTimers()

  expect(old()).toEqual(['messages', 'addresses', 'deliveries', 'domain', 'keys'])
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
