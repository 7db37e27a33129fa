import type { Billing, Domain, Webhook } from '@inlet/contract'
import { expect, test } from 'vitest'
import { troublesOf } from './problems.ts'

const domainIn = (state: Domain['state']): Domain => ({
  id: `domain-${state}`,
  serviceId: 'service',
  hostname: `${state}.example.com`,
  state,
  publicInbox: false,
  records: [],
  createdAt: '2026-11-20T08:00:00.000Z',
  verifiedAt: null,
  checkedAt: null,
})

const webhookWith = (id: string, fields: Partial<Webhook>): Webhook => ({
  id,
  serviceId: 'service',
  url: `https://${id}.example/hooks?token=of-the-receiver`,
  description: null,
  events: ['message.received'],
  filterOtpOnly: false,
  state: 'enabled',
  disabledReason: null,
  createdAt: '2026-11-20T08:00:00.000Z',
  lastSuccessAt: null,
  failingSince: null,
  ...fields,
})

const unlimited = { used: 1, limit: null }
const billingWith = (fields: Partial<Billing>): Billing => ({
  provider: 'none',
  plan: 'free',
  status: 'active',
  period: { start: '2026-11-01T00:00:00.000Z', end: '2026-12-01T00:00:00.000Z' },
  cancelsAtEnd: false,
  usage: {
    domains: unlimited,
    addresses: unlimited,
    messagesPerMonth: unlimited,
    webhooks: unlimited,
    members: unlimited,
  },
  overQuota: [],
  ...fields,
})

test('a service in order has no problems, nor has one that switched a webhook off', () => {
  const webhooks = [webhookWith('fine', {}), webhookWith('off', { state: 'disabled', disabledReason: 'operator' })]

  expect(troublesOf({ domains: [domainIn('verified')], webhooks, billing: billingWith({}) })).toEqual([])
  expect(troublesOf({ domains: [], webhooks: [], billing: undefined })).toEqual([])
})

test('what stops mail or events comes before what only waits', () => {
  const problems = troublesOf({
    domains: [domainIn('pending'), domainIn('lost'), domainIn('failing')],
    webhooks: [
      webhookWith('gone', { state: 'disabled', disabledReason: 'gone' }),
      webhookWith('dead', { state: 'disabled', disabledReason: 'failing' }),
      webhookWith('slow', { failingSince: '2026-11-21T08:00:00.000Z' }),
    ],
    billing: billingWith({ status: 'past_due', overQuota: ['members', 'messagesPerMonth'] }),
  })

  expect(problems.map(({ key, tone }) => [key, tone])).toEqual([
    ['past_due', 'danger'],
    ['messagesPerMonth', 'danger'],
    ['gone', 'danger'],
    ['dead', 'danger'],
    ['slow', 'danger'],
    ['domain-failing', 'danger'],
    ['members', 'warn'],
    ['domain-pending', 'warn'],
    ['domain-lost', 'warn'],
  ])
  expect(problems.find(({ key }) => key === 'slow')?.since).toBe('2026-11-21T08:00:00.000Z')
})

test('a webhook is called by its host alone, since the rest of its URL may have a secret', () => {
  const webhooks = [webhookWith('slow', { failingSince: '2026-11-21T08:00:00.000Z' })]

  expect(JSON.stringify(troublesOf({ domains: [], webhooks, billing: undefined }))).not.toContain('of-the-receiver')
})
