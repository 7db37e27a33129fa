import { expect, test } from 'vitest'
import { requestedHost } from './requested-host.ts'

test.each([
  ['mail.example.com', 'mail.example.com'],
  ['MAIL.Example.com:8080', 'mail.example.com'],
  ['mail.example.com.', 'mail.example.com'],
  ['mail.example.com.:443', 'mail.example.com'],
  ['mail.example.com:', 'mail.example.com'],
  ['xn--mnchen-3ya.example', 'xn--mnchen-3ya.example'],
  ['demo.localhost:8080', 'demo.localhost'],
])('%s is the name %s', (header, hostname) => {
  expect(requestedHost(header)).toEqual({ kind: 'named', hostname })
})

test.each(['127.0.0.1', '127.0.0.1:8080', '[::1]', '[2001:DB8::1]:8080', 'localhost:8080', 'inlet_http'])(
  '%s is the operator’s own',
  (header) => {
    expect(requestedHost(header)).toEqual({ kind: 'own' })
  },
)

test.each([
  '',
  ' ',
  '.',
  ':80',
  'mail.example.com..',
  '.mail.example.com',
  'mail..example.com',
  'mail.example.com:80:80',
  'mail.example.com:http',
  'mail.example.com/',
  'mail.example.com?x',
  'user@mail.example.com',
  'mail.example.com, other.example.com',
  'mail.example.com\\',
  'mail%2eexample.com',
  'münchen.example',
  'ｍail.example.com',
  '1.2.3',
  '0x7f.1',
  '::1',
  '[::1',
  '[::1]x',
  '[127.0.0.1]',
  '[fe80::1%25eth0]',
  '-',
  '*',
  `${'a.'.repeat(200)}example`,
])('%j is nobody’s', (header) => {
  expect(requestedHost(header)).toEqual({ kind: 'none' })
})
