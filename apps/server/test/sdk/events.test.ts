import { readFile } from 'node:fs/promises'
import type { WebhookEvent } from '@inlet/client'
import { type EventPayload, webhookEvents } from '@inlet/contract'
import { expect, expectTypeOf, test } from 'vitest'

const pythonEvents = new URL('../../../../clients/python/src/inlet_client/webhooks.py', import.meta.url)

test('both clients know every event that webhooks report, and no other', async () => {
  expectTypeOf<WebhookEvent['type']>().toEqualTypeOf<EventPayload['type']>()
  expectTypeOf<EventPayload['data']>().toExtend<WebhookEvent['data']>()

  const literals = (await readFile(pythonEvents, 'utf8')).matchAll(/Literal\[(.+)\]/g)
  const inPython = [...literals].flatMap(([, list = '']) => [...list.matchAll(/"([^"]+)"/g)].map(([, type]) => type))
  expect(inPython.toSorted()).toEqual(webhookEvents.toSorted())
})
