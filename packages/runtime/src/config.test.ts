import { expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'
import { configDoc } from './config-doc.ts'

test('no setting is required', () => {
  expect(readConfig({})).toMatchObject({ HTTP_PORT: 8080, SMTP_PORT: 2525, INLET_ROLE: 'all', TRUSTED_PROXIES: [] })
})

test('an empty setting counts as not set', () => {
  expect(readConfig({ HTTP_PORT: '', MONGODB_URI: '' })).toEqual(readConfig({}))
})

test('numbers are plain decimals within their bounds', () => {
  for (const bad of ['0x10', '1e3', '-1', '70000', '8080 ', '80.5']) {
    expect(() => readConfig({ HTTP_PORT: bad })).toThrow(ConfigError)
  }
})

test('all errors are named at once', () => {
  const read = () =>
    readConfig({ HTTP_PORT: 'x', INLET_ROLE: 'boss', MONGODB_URI: 'http://nowhere', SMTP_TLS_KEY_FILE: 'key.pem' })

  expect(read).toThrow(/HTTP_PORT[\s\S]*INLET_ROLE|INLET_ROLE[\s\S]*HTTP_PORT/)
  expect(read).toThrow(/MONGODB_URI/)
  expect(read).toThrow(/SMTP_TLS_CERT_FILE, SMTP_TLS_KEY_FILE: set both or neither/)
})

test('the memory for incoming mails is at least twice the largest mail', () => {
  expect(readConfig({ SMTP_DATA_MEMORY_MB: '50' }).SMTP_DATA_MEMORY_MB).toBe(50)
  expect(() => readConfig({ SMTP_DATA_MEMORY_MB: '49' })).toThrow(/SMTP_DATA_MEMORY_MB: at least twice/)
  expect(() => readConfig({ SMTP_MAX_BYTES: String(200 * 1024 * 1024) })).toThrow(/SMTP_DATA_MEMORY_MB/)
})

test('PUBLIC_URL is a web URL without query and fragment', () => {
  for (const good of ['https://inlet.example', 'http://127.0.0.1:8080/', 'https://example.com/inlet']) {
    expect(readConfig({ PUBLIC_URL: good }).PUBLIC_URL).toBe(good)
  }
  for (const bad of ['localhost:8080', 'inlet.example', 'ftp://inlet.example', 'mailto:ada@inlet.example']) {
    expect(() => readConfig({ PUBLIC_URL: bad }), bad).toThrow(/PUBLIC_URL: expected a http:\/\/ or https:\/\/ URL/)
  }
  for (const bad of ['https://inlet.example/?a=1', 'https://inlet.example/#top', 'https://inlet.example?']) {
    expect(() => readConfig({ PUBLIC_URL: bad }), bad).toThrow(/PUBLIC_URL: expected a URL without/)
  }
})

test('a list is split at commas', () => {
  expect(readConfig({ TRUSTED_PROXIES: '10.0.0.0/8, ::1,' }).TRUSTED_PROXIES).toEqual(['10.0.0.0/8', '::1'])
})

test('proxies are IP addresses or CIDRs, and every other entry is an error', () => {
  const good = '10.1.2.3, 10.0.0.0/8, ::1, fd00::/8, ::ffff:10.0.0.0/104, 192.0.2.1/32, 2001:db8::1/128'
  expect(readConfig({ TRUSTED_PROXIES: good }).TRUSTED_PROXIES).toHaveLength(7)

  const bad = ['loopback', 'proxy.example', '10.0.0.0/33', '::/129', '0.0.0.0/0', '10.0.0.0/', '10.0.0.0/8/8', '10.0.0']
  for (const entry of [...bad, '10.0.0.0/255.0.0.0', 'fe80::1%eth0', '010.0.0.1', '10.0.0.0/08', '10.0.0.0/-1']) {
    expect(() => readConfig({ TRUSTED_PROXIES: `127.0.0.1,${entry}` }), entry).toThrow(
      /TRUSTED_PROXIES\.1: expected an IP/,
    )
  }
})

test('payment by Stripe needs its secrets and plans where HTTP is served, and a secret of another kind is an error', () => {
  const stripe = { BILLING_PROVIDER: 'stripe' }
  const secrets = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1', PLANS_FILE: 'plans.json' }

  expect(readConfig({ ...stripe, ...secrets }).STRIPE_SECRET_KEY).toBe('sk_test_1')
  for (const name of Object.keys(secrets)) {
    expect(() => readConfig({ ...stripe, ...secrets, [name]: '' })).toThrow(`${name}: needed where BILLING_PROVIDER`)
  }
  for (const role of ['smtp', 'worker']) expect(() => readConfig({ ...stripe, INLET_ROLE: role })).not.toThrow()
  const swapped = { STRIPE_SECRET_KEY: 'whsec_hidden', STRIPE_WEBHOOK_SECRET: 'sk_hidden' }
  expect(() => readConfig(swapped)).toThrow(/STRIPE_SECRET_KEY: expected a key.*\n.*STRIPE_WEBHOOK_SECRET: expected/)
  expect(() => readConfig(swapped)).not.toThrow('hidden')
})

test('name servers are IP addresses with or without a port, and every other entry is an error', () => {
  const good = '192.0.2.1, 192.0.2.1:5353, ::1, [2001:db8::1]:53'
  expect(readConfig({ DNS_SERVERS: good }).DNS_SERVERS).toEqual(good.split(', '))

  for (const entry of [
    'localhost',
    '192.0.2.1:0',
    '192.0.2.1:65536',
    '[192.0.2.1]:53',
    '192.0.2',
    'fe80::1%eth0',
    ':53',
  ]) {
    expect(() => readConfig({ DNS_SERVERS: entry }), entry).toThrow(/DNS_SERVERS\.0: expected an IP/)
  }
})

test('docs/CONFIG.md is generated from the schema', async () => {
  await expect(configDoc()).toMatchFileSnapshot('../../../docs/CONFIG.md')
})
