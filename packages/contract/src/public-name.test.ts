import { expect, test } from 'vitest'
import { isPublicName } from './public-name.ts'

test.each([
  'mx.example.com',
  'MX.Example.COM.',
  'mx.bücher.example',
  'local.example.com',
  'mx.test',
  'a.localhost.example',
])('%s may be a public name', (name) => {
  expect(isPublicName(name)).toBe(true)
})

test.each([
  ...['', 'vm', 'vm.', 'localhost', 'mx.localhost', 'MacBook-Pro.local', 'mail.internal', 'nas.home.arpa', 'pc.lan'],
  ...['192.0.2.1', '[2001:db8::1]', '2001:db8::1', 'my_machine.example.com', 'two words.example'],
])('"%s" is no public name', (name) => {
  expect(isPublicName(name)).toBe(false)
})
