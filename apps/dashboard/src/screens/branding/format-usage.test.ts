import { expect, test } from 'vitest'
import { formatUsage } from './format-usage.ts'

const usageOf = (counts: { domains: number; addresses: number; webhooks: number; members: number }) => {
  const of = (used: number) => ({ used, limit: null })
  return {
    domains: of(counts.domains),
    addresses: of(counts.addresses),
    webhooks: of(counts.webhooks),
    members: of(counts.members),
    messagesPerMonth: of(5),
  }
}

test('what goes with a service is counted', () => {
  expect(formatUsage(usageOf({ domains: 2, addresses: 14, webhooks: 0, members: 3 }))).toBe(
    '2 domains, 14 addresses with all their messages, 0 webhooks, all API keys, and the access of 3 members and invitations',
  )
  expect(formatUsage(usageOf({ domains: 1, addresses: 1, webhooks: 1, members: 1 }))).toBe(
    'one domain, one address with all its messages, one webhook, all API keys, and your own access',
  )
  expect(formatUsage(usageOf({ domains: 0, addresses: 0, webhooks: 0, members: 1 }))).toBe(
    '0 domains, no addresses, 0 webhooks, all API keys, and your own access',
  )
})
