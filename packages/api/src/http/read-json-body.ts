import type { IncomingMessage } from 'node:http'
import { AppError } from '@inlet/contract'
import { safeParse } from 'secure-json-parse'

const jsonContentType = /^application\/json\s*(;|$)/i

/**
 * Reads the body of a request as JSON. Procedures call it after authentication, so that the body of an unknown client is never read.
 * @param maxBytes how long it may be
 * @returns undefined for an empty body
 * @throws PAYLOAD_TOO_LARGE; UNSUPPORTED_MEDIA_TYPE; BAD_REQUEST `invalid_json`, `forbidden_key`
 */
export async function readJsonBody(request: IncomingMessage, maxBytes: number): Promise<unknown> {
  const bytes = await readBytes(request, maxBytes)
  if (bytes.length === 0) return undefined
  if (!jsonContentType.test(request.headers['content-type'] ?? '')) {
    throw new AppError('UNSUPPORTED_MEDIA_TYPE', 'The body must be application/json')
  }
  const text = decodeUtf8(bytes)
  const body: unknown = text === null ? undefined : safeParse(text)
  if (body === undefined) {
    throw AppError.of('invalid_json')
  }
  // Keys that can change an object's prototype are refused here, so that no other code has to check for them.
  if (body === null && text?.trim() !== 'null') {
    throw AppError.of('forbidden_key')
  }
  return body
}

function decodeUtf8(bytes: Buffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

/**
 * Reads the body of a request as it is. @param maxBytes how long it may be
 * @throws PAYLOAD_TOO_LARGE; TIMEOUT
 */
export function readBytes(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    const isDeclaredTooLarge = Number(request.headers['content-length'] ?? 0) > maxBytes
    if (isDeclaredTooLarge) return reject(tooLarge(maxBytes))
    request.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size > maxBytes) {
        // Not destroyed: the response still has to be sent on this socket.
        request.pause()
        request.removeAllListeners('data')
        return reject(tooLarge(maxBytes))
      }
      chunks.push(chunk)
    })
    request.on('end', () => resolve(Buffer.concat(chunks)))
    request.on('error', () => reject(new AppError('TIMEOUT', 'The request ended before its body did')))
  })
}

const tooLarge = (maxBytes: number) => AppError.of('body_too_large', { message: `The body exceeds ${maxBytes} bytes` })
