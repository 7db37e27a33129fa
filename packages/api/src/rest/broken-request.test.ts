import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { createLog, createMetrics } from '@inlet/runtime'
import { expect, test } from 'vitest'
import { answerBrokenRequest } from './broken-request.ts'

/** What a client hears whose request the parser gave up with this code, and what the log says of it. */
async function answerTo(code: string): Promise<{ heard: string; lines: string[] }> {
  const lines: string[] = []
  const log = createLog('debug', { write: (line) => void lines.push(line) })
  const server = createServer((socket: Socket) => {
    answerBrokenRequest(Object.assign(new Error('the parser: secret bytes'), { code }), socket, {
      requestId: 'R1',
      log,
      metrics: createMetrics().http,
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const client = connect({
    host: '127.0.0.1',
    port: address !== null && typeof address === 'object' ? address.port : 0,
  })
  let heard = ''
  client.on('data', (chunk: Buffer) => {
    heard += chunk.toString()
  })
  await once(client, 'close')
  server.close()
  return { heard, lines }
}

const bodyOf = (heard: string): unknown => JSON.parse(heard.slice(heard.indexOf('\r\n\r\n')))

test('a request that is not read in time is 408 TIMEOUT', async () => {
  const { heard } = await answerTo('ERR_HTTP_REQUEST_TIMEOUT')

  expect(heard).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/)
  expect(bodyOf(heard)).toEqual({ error: { code: 'TIMEOUT', message: expect.any(String), requestId: 'R1' } })
})

test('headers that are too large are 431, with the code of a bad request', async () => {
  const { heard } = await answerTo('HPE_HEADER_OVERFLOW')

  expect(heard).toMatch(/^HTTP\/1\.1 431 Request Header Fields Too Large\r\n/)
  expect(bodyOf(heard)).toMatchObject({ error: { code: 'BAD_REQUEST', requestId: 'R1' } })
})

test('anything else is 400; header and body name the request, and neither they nor the log repeat what was sent', async () => {
  const { heard, lines } = await answerTo('HPE_INVALID_METHOD')

  expect(heard).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/)
  expect(heard).toContain('\r\nX-Request-Id: R1\r\n')
  expect(heard).toContain('\r\nConnection: close\r\n')
  expect(lines).toHaveLength(1)
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ requestId: 'R1', status: 400 })
  expect(heard + lines.join('')).not.toContain('secret')
})

test('a connection that was reset is not answered, only closed', async () => {
  const { heard, lines } = await answerTo('ECONNRESET')

  expect(heard).toBe('')
  expect(lines).toEqual([])
})
