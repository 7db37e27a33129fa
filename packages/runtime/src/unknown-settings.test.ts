import { expect, test } from 'vitest'
import { configSchema } from './config.ts'
import { unknownSettings } from './unknown-settings.ts'

test.each([
  ['SMPT_PORT', 'SMTP_PORT'],
  ['MONGO_URI', 'MONGODB_URI'],
  ['MONGODB_URL', 'MONGODB_URI'],
  ['SMTP_TLS_CERT', 'SMTP_TLS_CERT_FILE'],
  ['INLET_DATADIR', 'INLET_DATA_DIR'],
])('%s is told to be no setting, and %s to be meant', (name, meant) => {
  expect(unknownSettings({ [name]: '1' })).toEqual([
    `${name} is not a setting and has no effect: did you mean ${meant}?`,
  ])
})

test('what begins with our prefix is named even where nothing is like it', () => {
  expect(unknownSettings({ INLET_TELEMETRY_OFF: '1' })).toEqual([
    'INLET_TELEMETRY_OFF is not a setting and has no effect: see docs/CONFIG.md.',
  ])
})

test('settings and the variables of others are passed over', () => {
  const ours = Object.fromEntries(Object.keys(configSchema.shape).map((name) => [name, '1']))
  const others = [
    'HTTP_PROXY',
    'PATH',
    'HOME',
    'HOST',
    'PORT',
    'SMTP_USER',
    'SMTP_PASSWORD',
    'NODE_ENV',
    'LOG',
    'URL',
    'HTTP',
  ]

  expect(unknownSettings({ ...ours, ...Object.fromEntries(others.map((name) => [name, '1'])) })).toEqual([])
})
