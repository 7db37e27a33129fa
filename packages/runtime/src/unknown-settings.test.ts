import { expect, test } from 'vitest'
import { configSchema } from './config.ts'
import { unknownSettings } from './unknown-settings.ts'

test.each([
  ['SMPT_PORT', 'SMTP_PORT'],
  ['MONGO_URI', 'MONGODB_URI'],
  ['MONGODB_URL', 'MONGODB_URI'],
  ['SMTP_TLS_CERT', 'SMTP_TLS_CERT_FILE'],
  ['INLET_DATADIR', 'INLET_DATA_DIR'],
])('%s is reported as no setting, with the suggestion %s', (name, meant) => {
  expect(unknownSettings({ [name]: '1' })).toEqual([
    `${name} is not a setting and has no effect: did you mean ${meant}?`,
  ])
})

test('a variable with our prefix is reported even where no setting is similar', () => {
  expect(unknownSettings({ INLET_TELEMETRY_OFF: '1' })).toEqual([
    'INLET_TELEMETRY_OFF is not a setting and has no effect: see docs/CONFIG.md.',
  ])
})

test('settings and variables of other programs are not reported', () => {
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
