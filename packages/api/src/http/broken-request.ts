import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { AppError } from '@inlet/contract'
import type { HttpMetrics, Log } from '@inlet/runtime'
import { defaultHeaders } from './default-headers.ts'
import { toErrorResponse } from './error-response.ts'

const parserErrors: Record<string, { status: number; error: AppError }> = {
  HPE_HEADER_OVERFLOW: { status: 431, error: new AppError('BAD_REQUEST', 'The headers are too large') },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, error: new AppError('TIMEOUT', 'The request was not read in time') },
}

const flushMs = 5_000

/** Answers bytes that are not a valid HTTP request, in the same format as every other error, and closes the connection. */
export function rejectBrokenRequest(
  error: Error & { code?: string },
  socket: Socket,
  { requestId, log, metrics }: { requestId: string; log: Log; metrics: Pick<HttpMetrics, 'brokenRequest'> },
): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  metrics.brokenRequest()
  const known = parserErrors[error.code ?? '']
  const refusal = known?.error ?? new AppError('BAD_REQUEST', 'This is not a valid HTTP request')
  const response = toErrorResponse(refusal, requestId)
  const status = known?.status ?? response.status
  const body = JSON.stringify(response.body)
  // For a client that does not read: without a listener, a time-out destroys the socket.
  socket.setTimeout(flushMs)
  log.info({ requestId, status, clientIp: socket.remoteAddress }, 'malformed request')
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'Content-Type: application/json; charset=utf-8',
      ...Object.entries(defaultHeaders).map(([name, value]) => `${name}: ${value}`),
      `X-Request-Id: ${requestId}`,
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
    // No other response on this connection can be sent any more.
    () => socket.destroy(),
  )
}
