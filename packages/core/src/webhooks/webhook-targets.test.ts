import { expect, test } from 'vitest'
import { webhookTargets } from './webhook-targets.ts'

const targets = webhookTargets([])
const url = new URL('https://hooks.example.com/inlet')

test.each([['8.8.8.8'], ['93.184.216.34'], ['2606:4700:4700::1111'], ['2a00:1450:4001:82a::200e']])(
  'a public unicast address may be connected to: %s',
  (ip) => {
    expect(targets.mayConnect(url, ip)).toBe(true)
  },
)

test.each([
  ['this network', '0.0.0.0'],
  ['this network', '0.1.2.3'],
  ['loopback', '127.0.0.1'],
  ['loopback', '127.255.255.254'],
  ['private', '10.0.0.1'],
  ['private', '172.16.0.1'],
  ['private', '172.31.255.255'],
  ['private', '192.168.1.1'],
  ['link-local, where clouds keep their metadata', '169.254.169.254'],
  ['the host of a virtual machine in Azure', '168.63.129.16'],
  ['carrier-grade NAT', '100.64.0.1'],
  ['protocol assignments', '192.0.0.8'],
  ['documentation', '192.0.2.1'],
  ['documentation', '198.51.100.1'],
  ['documentation', '203.0.113.1'],
  ['6to4 relays', '192.88.99.1'],
  ['benchmarks', '198.18.0.1'],
  ['multicast', '224.0.0.1'],
  ['reserved', '240.0.0.1'],
  ['broadcast', '255.255.255.255'],
  ['unspecified', '::'],
  ['loopback', '::1'],
  ['IPv4-compatible', '::8.8.8.8'],
  ['IPv4-compatible', '::7f00:1'],
  ['IPv4-mapped', '::ffff:8.8.8.8'],
  ['IPv4-mapped', '::ffff:127.0.0.1'],
  ['IPv4-translated', '::ffff:0:127.0.0.1'],
  ['NAT64', '64:ff9b::7f00:1'],
  ['NAT64', '64:ff9b::8.8.8.8'],
  ['local NAT64', '64:ff9b:1::7f00:1'],
  ['6to4', '2002:7f00:1::'],
  ['6to4', '2002:0808:0808::1'],
  ['Teredo', '2001:0:4136:e378:8000:63bf:3fff:fdd2'],
  ['unique local', 'fc00::1'],
  ['unique local', 'fd12:3456:789a::1'],
  ['link-local', 'fe80::1'],
  ['link-local with a zone', 'fe80::1%eth0'],
  ['site-local', 'fec0::1'],
  ['multicast', 'ff02::1'],
  ['discard only', '100::1'],
  ['documentation', '2001:db8::1'],
  ['documentation', '3fff::1'],
  ['outside of what is assigned', '5f00::1'],
  ['no address', 'localhost'],
  ['no address', ''],
])('an address of any other kind may not be connected to: %s, %s', (_, ip) => {
  expect(targets.mayConnect(url, ip)).toBe(false)
})

test.each([
  ['https://hooks.example.com/inlet?a=1'],
  ['https://hooks.example.com:8443/'],
  ['https://hooks.example.com:80/'],
  ['https://8.8.8.8/'],
  ['https://[2606:4700:4700::1111]/'],
])('a URL of a public host on a usual port can be set: %s', (text) => {
  expect(targets.errorOf(text)).toBeNull()
})

test.each([
  ['hooks.example.com', 'expected a complete https:// URL'],
  [' https://hooks.example.com/', 'expected a complete https:// URL'],
  ['https://hooks.example.com/a\nb', 'expected a complete https:// URL'],
  ['https://hooks.example.com/\u0000', 'expected a complete https:// URL'],
  ['ftp://hooks.example.com/', 'expected a complete https:// URL'],
  ['https://', 'expected a complete https:// URL'],
  ['javascript:alert(1)', 'expected a complete https:// URL'],
  ['http://hooks.example.com/', 'The URL must begin with https://'],
  ['https://hooks.example.com:22/', 'The port must be 443, 8443 or 80'],
  ['https://user@hooks.example.com/', 'The URL must have neither user name nor password'],
  ['https://:secret@hooks.example.com/', 'The URL must have neither user name nor password'],
  ['https://127.0.0.1/', '127.0.0.1 is not a public address'],
  ['https://127.1/', '127.0.0.1 is not a public address'],
  ['https://0x7f.0.0.1/', '127.0.0.1 is not a public address'],
  ['https://0177.0.0.1/', '127.0.0.1 is not a public address'],
  ['https://2130706433/', '127.0.0.1 is not a public address'],
  ['https://１２７.0.0.1/', '127.0.0.1 is not a public address'],
  ['https://[::1]/', '::1 is not a public address'],
  ['https://[::ffff:127.0.0.1]/', '::ffff:7f00:1 is not a public address'],
  ['https://[::ffff:7f00:1]/', '::ffff:7f00:1 is not a public address'],
  ['https://168.63.129.16/machine/', '168.63.129.16 is not a public address'],
  ['https://169.254.169.254/latest/meta-data', '169.254.169.254 is not a public address'],
])('a URL that events cannot be sent to is refused with the reason: %s', (text, reason) => {
  expect(targets.errorOf(text)).toBe(reason)
})

test('a range of the operator allows http and any port there, and nothing else', () => {
  const own = webhookTargets(['127.0.0.0/8', '::1', '10.1.2.3'])

  expect(own.errorOf('http://127.0.0.1:4567/hook')).toBeNull()
  expect(own.errorOf('http://[::1]:4567/hook')).toBeNull()
  expect(own.errorOf('http://10.1.2.3/')).toBeNull()
  expect(own.errorOf('http://receiver.internal:3000/')).toBeNull()
  expect(own.errorOf('http://10.1.2.4/')).toBe('The URL must begin with https://')
  expect(own.errorOf('https://[::ffff:127.0.0.1]/')).toBe('::ffff:7f00:1 is not a public address')
  expect(own.mayConnect(new URL('http://receiver.internal:3000/'), '127.0.0.1')).toBe(true)
  expect(own.mayConnect(new URL('http://receiver.internal:3000/'), '8.8.8.8')).toBe(false)
  expect(own.mayConnect(new URL('https://receiver.example/'), '8.8.8.8')).toBe(true)
})
