import type { AddressListItem, Domain } from '@inlet/contract'
import { expect, test } from 'vitest'
import { doneSteps, plainDomainOf } from './first-steps.ts'

const domainIn = (state: Domain['state'], hostname = 'mail.example.com'): Domain => ({
  id: '01JDB3V5T8Z4Q2M6N7P9R1S3T5',
  serviceId: '01JDB3V5T8Z4Q2M6N7P9R1S3T6',
  hostname,
  state,
  publicInbox: false,
  records: [],
  createdAt: '2026-11-20T08:00:00.000Z',
  verifiedAt: null,
  checkedAt: null,
})

const addressAt = (localPart: string, lastMessageAt: string | null): AddressListItem => ({
  id: `01JDB3V5T8Z4Q2M6N7P9R1S3${localPart}`,
  domainId: '01JDB3V5T8Z4Q2M6N7P9R1S3T5',
  localPart,
  fullAddress: `${localPart}@mail.example.com`,
  hostname: 'mail.example.com',
  hasPassword: false,
  ttlSeconds: 0,
  expiresAt: '2036-11-20T08:00:00.000Z',
  createdAt: '2026-11-20T08:00:00.000Z',
  lastMessageAt,
  messageCount: 0,
})

const nothing = { domains: [], addresses: [], hasCode: false, hasKey: false }

test.each([
  ['a new service', nothing, []],
  ['a claimed domain', { ...nothing, domains: [domainIn('pending')] }, []],
  ['a lost domain', { ...nothing, domains: [domainIn('lost')] }, []],
  ['a proven domain', { ...nothing, domains: [domainIn('pending'), domainIn('verified')] }, ['domain']],
  ['a domain that still receives', { ...nothing, domains: [domainIn('failing')] }, ['domain']],
  ['an address', { ...nothing, addresses: [addressAt('a', null)] }, ['address']],
  ['a mail', { ...nothing, addresses: [addressAt('a', '2026-11-21T08:00:00.000Z')] }, ['address', 'mail']],
  ['a code', { ...nothing, hasCode: true }, ['mail', 'code']],
  ['a key', { ...nothing, hasKey: true }, ['key']],
])('with %s these steps are done', (_, found, done) => {
  const isDone = doneSteps(found)

  expect(Object.entries(isDone).flatMap(([step, done]) => (done ? [step] : []))).toEqual(done)
})

test('an address is made on a domain that receives mail, and on no wildcard', () => {
  const domains = [
    domainIn('pending', 'a.example'),
    domainIn('verified', '*.b.example'),
    domainIn('failing', 'c.example'),
  ]

  expect(plainDomainOf(domains)?.hostname).toBe('c.example')
  expect(plainDomainOf(domains.slice(0, 2))).toBeUndefined()
})
