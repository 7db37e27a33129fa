import type { Webhook } from '@inlet/contract'
import { expect, test } from 'vitest'
import { healthOf, hostOf } from './webhook-health.ts'

const at = '2026-11-21T09:30:00.000Z'
const webhook: Webhook = {
  id: '01JD7Y3V5N8Q4R6T2W9X1Z0ABC',
  serviceId: '01JD7Y3V5N8Q4R6T2W9X1Z0ABD',
  url: 'https://hooks.example.com/inlet?token=secret',
  description: null,
  events: ['message.received'],
  filterOtpOnly: false,
  state: 'enabled',
  disabledReason: null,
  createdAt: at,
  lastSuccessAt: at,
  failingSince: null,
}

test('a webhook that fails, or that disabled itself, is in danger and says what to do', () => {
  const failing = healthOf({ ...webhook, failingSince: at })
  const gone = healthOf({ ...webhook, state: 'disabled', disabledReason: 'gone' })
  const disabled = healthOf({ ...webhook, state: 'disabled', disabledReason: 'failing', failingSince: at })

  expect([failing, gone, disabled].map(({ tone }) => tone)).toEqual(['danger', 'danger', 'danger'])
  expect([failing, gone, disabled].every(({ problem }) => problem !== null)).toBe(true)
})

test('one that a person disabled is no danger, even if it was failing', () => {
  expect(healthOf({ ...webhook, state: 'disabled', disabledReason: 'operator', failingSince: at }).tone).toBe('neutral')
})

test('one that was never called is distinguished from one that works', () => {
  expect(healthOf({ ...webhook, lastSuccessAt: null }).label).toBe('Not called yet')
  expect(healthOf(webhook)).toEqual({ tone: 'good', label: 'Enabled', problem: null })
})

test('a webhook is called by its host alone', () => {
  expect(hostOf(webhook.url)).toBe('hooks.example.com')
  expect(hostOf('http://127.0.0.1:8443/x')).toBe('127.0.0.1:8443')
  expect(hostOf('no url')).toBe('no url')
})
