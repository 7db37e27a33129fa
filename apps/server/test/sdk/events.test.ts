import { readFile } from 'node:fs/promises'
import type { WebhookEvent } from '@inlet/client'
import { type EventPayload, events, webhookEvents } from '@inlet/contract'
import { expect, expectTypeOf, test } from 'vitest'

const pythonEvents = new URL('../../../../clients/python/src/inlet_client/webhooks.py', import.meta.url)
const guide = new URL('../../../../docs/guides/live-feed.md', import.meta.url)

test('both clients know every event that webhooks report, and no other', async () => {
  expectTypeOf<WebhookEvent['type']>().toEqualTypeOf<EventPayload['type']>()
  expectTypeOf<EventPayload['data']>().toExtend<WebhookEvent['data']>()

  const literals = (await readFile(pythonEvents, 'utf8')).matchAll(/Literal\[(.+)\]/g)
  const inPython = [...literals].flatMap(([, list = '']) => [...list.matchAll(/"([^"]+)"/g)].map(([, type]) => type))
  expect(inPython.toSorted()).toEqual(webhookEvents.toSorted())
})

test('the guide to the live feed names every event that it reports', async () => {
  const text = await readFile(guide, 'utf8')

  const named = Object.keys(events).filter((type) => text.includes(`\`${type}\``))
  const reported = Object.entries(events).filter(([, { live }]) => live)
  expect(named).toEqual(reported.map(([type]) => type))
})
