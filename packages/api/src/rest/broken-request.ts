import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { AppError } from '@inlet/contract'
import type { HttpMetrics, Log } from '@inlet/runtime'
import { standingHeaders } from '../standing-headers.ts'
import { errorAnswer } from './error-answer.ts'

const parserFaults: Record<string, { status: number; fault: AppError }> = {
  HPE_HEADER_OVERFLOW: { status: 431, fault: new AppError('BAD_REQUEST', 'The headers are too large') },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, fault: new AppError('TIMEOUT', 'The request was not read in time') },
}

const lastWordMs = 5_000

/** Answers what is no HTTP request at all, in the same shape as every other error, and closes. */
export function answerBrokenRequest(
  error: Error & { code?: string },
  socket: Socket,
  facts: { requestId: string; log: Log; metrics: Pick<HttpMetrics, 'brokenRequest'> },
): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  facts.metrics.brokenRequest()
  const known = parserFaults[error.code ?? '']
  const fault = known?.fault ?? new AppError('BAD_REQUEST', 'This is not a valid HTTP request')
  const answer = errorAnswer(fault, facts.requestId)
  const status = known?.status ?? answer.status
  const body = JSON.stringify(answer.body)
  // Who reads nothing is not waited for: a socket whose time-out nobody listens to is destroyed.
  socket.setTimeout(lastWordMs)
  facts.log.info({ requestId: facts.requestId, status, clientIp: socket.remoteAddress }, 'malformed request')
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'Content-Type: application/json; charset=utf-8',
      ...Object.entries(standingHeaders).map(([name, value]) => `${name}: ${value}`),
      `X-Request-Id: ${facts.requestId}`,
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
    // What is still being answered on this connection can reach nobody any more.
    () => socket.destroy(),
  )
}
