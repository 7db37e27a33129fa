import { expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'
import { configDoc } from './config-doc.ts'

test('nothing needs to be set', () => {
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

test('all faults are named at once', () => {
  const read = () =>
    readConfig({ HTTP_PORT: 'x', INLET_ROLE: 'boss', MONGODB_URI: 'http://nowhere', SMTP_TLS_KEY_FILE: 'key.pem' })

  expect(read).toThrow(/HTTP_PORT[\s\S]*INLET_ROLE|INLET_ROLE[\s\S]*HTTP_PORT/)
  expect(read).toThrow(/MONGODB_URI/)
  expect(read).toThrow(/SMTP_TLS_CERT_FILE, SMTP_TLS_KEY_FILE: set both or neither/)
})

test('a list is split at commas', () => {
  expect(readConfig({ TRUSTED_PROXIES: '10.0.0.0/8, ::1,' }).TRUSTED_PROXIES).toEqual(['10.0.0.0/8', '::1'])
})

test('docs/CONFIG.md says what the schema says', async () => {
  await expect(configDoc()).toMatchFileSnapshot('../../../docs/CONFIG.md')
})
