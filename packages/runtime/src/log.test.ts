import { expect, test } from 'vitest'
import { createLog } from './log.ts'

test('a line is JSON, and fields that would carry secrets or contents are masked', () => {
  const lines: string[] = []
  const log = createLog('info', { write: (line) => void lines.push(line) })

  const message = {
    subject: 'hello',
    otpCode: '123456',
    summary: '["hello"]',
    searchText: 'hello',
    content: [1],
  }
  log.info({ requestId: '01J', apiKey: 'inlet_live_x', ...message }, 'mail')

  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    requestId: '01J',
    apiKey: '[masked]',
    subject: '[masked]',
    otpCode: '[masked]',
    summary: '[masked]',
    searchText: '[masked]',
    content: '[masked]',
    msg: 'mail',
  })
})

test('lines below the level are not written', () => {
  const lines: string[] = []
  createLog('error', { write: (line) => void lines.push(line) }).info('nothing')

  expect(lines).toEqual([])
})

test('of an error only name, code, message and stack are written: errors of the driver contain whole documents', () => {
  const lines: string[] = []
  const log = createLog('info', { write: (line) => void lines.push(line) })
  const error = Object.assign(new Error('E11000'), {
    code: 11000,
    writeErrors: [{ op: { textBody: 'private words' } }],
  })

  log.error({ error }, 'batch failed')

  expect(Object.keys(JSON.parse(lines[0] ?? '').error).sort()).toEqual(['code', 'message', 'name', 'stack'])
  expect(lines[0]).not.toContain('private words')
})

test.each([
  'MongoServerSelectionError',
  'MongoNetworkError',
  'MongoNetworkTimeoutError',
  'MongoPoolClearedError',
  'PoolClearedOnNetworkError',
])('while a database is away a failure is a short line, without the stack that all of them would have: %s', (name) => {
  const lines: string[] = []
  const log = createLog('info', { write: (line) => void lines.push(line) })
  const away = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:27017'), { name })

  log.error({ error: away }, 'request failed')

  expect(JSON.parse(lines[0] ?? '').error).toEqual({ name, message: 'connect ECONNREFUSED 127.0.0.1:27017' })
})
