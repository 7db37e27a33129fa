import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { createLog, createMetrics } from '@inlet/runtime'
import { expect, test } from 'vitest'
import { rejectBrokenRequest } from './broken-request.ts'

/** The response to a request that the parser refused with this code, and the log's lines. */
async function responseTo(code: string): Promise<{ response: string; lines: string[] }> {
  const lines: string[] = []
  const log = createLog('debug', { write: (line) => void lines.push(line) })
  const server = createServer((socket: Socket) => {
    rejectBrokenRequest(Object.assign(new Error('the parser: secret bytes'), { code }), socket, {
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
  let response = ''
  client.on('data', (chunk: Buffer) => {
    response += chunk.toString()
  })
  await once(client, 'close')
  server.close()
  return { response, lines }
}

const bodyOf = (response: string): unknown => JSON.parse(response.slice(response.indexOf('\r\n\r\n')))

test('a request that is not read in time is 408 TIMEOUT', async () => {
  const { response } = await responseTo('ERR_HTTP_REQUEST_TIMEOUT')

  expect(response).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/)
  expect(bodyOf(response)).toEqual({ error: { code: 'TIMEOUT', message: expect.any(String), requestId: 'R1' } })
})

test('headers that are too large are 431, with the code of a bad request', async () => {
  const { response } = await responseTo('HPE_HEADER_OVERFLOW')

  expect(response).toMatch(/^HTTP\/1\.1 431 Request Header Fields Too Large\r\n/)
  expect(bodyOf(response)).toMatchObject({ error: { code: 'BAD_REQUEST', requestId: 'R1' } })
})

test('anything else is 400; header and body name the request, and neither the response nor the log repeats the input', async () => {
  const { response, lines } = await responseTo('HPE_INVALID_METHOD')

  expect(response).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/)
  expect(response).toContain('\r\nX-Request-Id: R1\r\n')
  expect(response).toContain('\r\nConnection: close\r\n')
  expect(lines).toHaveLength(1)
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ requestId: 'R1', status: 400 })
  expect(response + lines.join('')).not.toContain('secret')
})

test('a connection that was reset is not answered, only closed', async () => {
  const { response, lines } = await responseTo('ECONNRESET')

  expect(response).toBe('')
  expect(lines).toEqual([])
})
