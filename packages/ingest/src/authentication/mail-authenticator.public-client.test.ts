import { expect, test } from 'vitest'
import { publicClient } from './mail-authenticator.ts'

test.for([
  ['8.8.8.8', '8.8.8.8'],
  ['::ffff:8.8.8.8', '8.8.8.8'],
  ['2a00:1450:4001:0::1', '2a00:1450:4001::1'],
])('%s is public', ([given, expected]) => {
  expect(publicClient(given ?? '')).toBe(expected)
})

test.for([
  '127.0.0.1',
  '::1',
  '::ffff:127.0.0.1',
  '10.1.2.3',
  '172.16.0.1',
  '192.168.1.1',
  '100.64.0.1',
  '169.254.1.1',
  '192.0.2.1',
  '224.0.0.1',
  '0.0.0.0',
  'fe80::1',
  'fe80::1%eth0',
  'fd00::1',
  'ff02::1',
  '2001:db8::1',
  '::',
  '',
  'unknown',
  'mx.example',
])('%s is not', (given) => {
  expect(publicClient(given)).toBeNull()
})
