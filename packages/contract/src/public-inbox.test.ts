import { expect, test } from 'vitest'
import { hostInInput } from './public-hosts.ts'
import { extendPublicAddressInput, generateAddressInput, readPublicInboxInput } from './public-inbox.ts'

const address = 'code@mail.example.com'

test('extending takes 60 to 3600 whole seconds as a JSON number, and 600 where none are given', () => {
  expect(extendPublicAddressInput.parse({ address }).extraSeconds).toBe(600)
  for (const extraSeconds of [60, 3600])
    expect(extendPublicAddressInput.parse({ address, extraSeconds }).extraSeconds).toBe(extraSeconds)
  for (const extraSeconds of [59, 3601, 60.5, '600', null])
    expect(extendPublicAddressInput.safeParse({ address, extraSeconds }).success).toBe(false)
})

test('generating takes ttlSeconds from 60 to 86400, and a local part in lower case only', () => {
  const hostname = 'mail.example.com'
  for (const ttlSeconds of [60, 86_400])
    expect(generateAddressInput.safeParse({ hostname, ttlSeconds }).success).toBe(true)
  for (const ttlSeconds of [59, 86_401, '60'])
    expect(generateAddressInput.safeParse({ hostname, ttlSeconds }).success).toBe(false)
  expect(generateAddressInput.safeParse({ hostname, localPart: '' }).success).toBe(true)
  for (const localPart of ['Code', 'a b', 'a'.repeat(65), 'a+b'])
    expect(generateAddressInput.safeParse({ hostname, localPart }).success).toBe(false)
})

test('a list that waits takes no cursor', () => {
  expect(readPublicInboxInput.safeParse({ address, waitSeconds: 60, cursor: '' }).success).toBe(true)
  expect(readPublicInboxInput.safeParse({ address, waitSeconds: 0, cursor: 'x' }).success).toBe(false)
  expect(readPublicInboxInput.safeParse({ address, waitSeconds: 61 }).success).toBe(false)
})

test('a host has at most as many characters as a domain name with its port', () => {
  expect(hostInInput.safeParse('').success).toBe(false)
  expect(hostInInput.safeParse('a'.repeat(260)).success).toBe(true)
  expect(hostInInput.safeParse('a'.repeat(261)).success).toBe(false)
})
