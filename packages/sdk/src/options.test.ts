import { expect, test } from 'vitest'
import { Inlet } from './inlet.ts'
import { readSettings } from './options.ts'

const env = {
  INLET_URL: 'https://inlet.example.com',
  INLET_KEY: 'inlet_live_key',
  INLET_SERVICE: 'S',
  INLET_DOMAIN: 'D',
}

test('what the options leave out comes from the environment', () => {
  expect(readSettings({}, env)).toMatchObject({ apiKey: 'inlet_live_key', serviceId: 'S', domainId: 'D' })
  expect(readSettings({ apiKey: 'inlet_test_key', domainId: 'E' }, env)).toMatchObject({
    apiKey: 'inlet_test_key',
    serviceId: 'S',
    domainId: 'E',
  })
})

test.each([
  ['https://inlet.example.com', 'https://inlet.example.com/v1'],
  ['https://inlet.example.com/', 'https://inlet.example.com/v1'],
  ['https://inlet.example.com/v1', 'https://inlet.example.com/v1'],
  ['https://inlet.example.com/v1/', 'https://inlet.example.com/v1'],
  ['http://127.0.0.1:8080/below', 'http://127.0.0.1:8080/below/v1'],
])('the URL %s leads to %s', (baseUrl, expected) => {
  expect(readSettings({ baseUrl }, env).baseUrl).toBe(expected)
})

test('what is missing is named, with both ways to give it', () => {
  expect(() => readSettings({}, { ...env, INLET_URL: undefined })).toThrow(
    'There is no baseUrl: give it to new Inlet({ baseUrl }), or set INLET_URL in the environment',
  )
  expect(() => readSettings({}, { ...env, INLET_KEY: '' })).toThrow('There is no apiKey')
  expect(() => readSettings({ baseUrl: 'inlet' }, env)).toThrow('baseUrl is no URL')
})

test('neither an error nor a look at the client shows the key', () => {
  const apiKey = 'inlet_live_secret'
  const client = new Inlet({ baseUrl: 'https://inlet.example.com', apiKey })

  expect(() => readSettings({ apiKey: `${apiKey}\n` }, env)).toThrow(
    expect.objectContaining({ message: expect.not.stringContaining(apiKey) }),
  )
  expect(JSON.stringify(client) + String(client)).not.toContain(apiKey)
})
