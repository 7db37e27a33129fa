import type { IncomingMessage } from 'node:http'
import { AppError, faultAt, limits } from '@inlet/contract'
import { parse } from 'secure-json-parse'

const jsonContentType = /^application\/json\s*(;|$)/i

/**
 * Reads the body of a request as JSON, when the procedure asks for it: after authentication, so that a stranger's body is never read.
 * @returns undefined for an empty body
 * @throws PAYLOAD_TOO_LARGE; UNSUPPORTED_MEDIA_TYPE; BAD_REQUEST for what is no JSON or carries `__proto__`
 */
export async function readJsonBody(request: IncomingMessage): Promise<unknown> {
  const bytes = await readBytes(request)
  if (bytes.length === 0) return undefined
  if (!jsonContentType.test(request.headers['content-type'] ?? '')) {
    throw new AppError('UNSUPPORTED_MEDIA_TYPE', 'The body must be application/json')
  }
  try {
    return parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes), null, {
      protoAction: 'error',
      constructorAction: 'error',
    })
  } catch {
    throw faultAt('BAD_REQUEST', { path: '', code: 'invalid_json', message: 'The body is not valid JSON' })
  }
}

function readBytes(request: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    const isDeclaredTooLarge = Number(request.headers['content-length'] ?? 0) > limits.requestBodyMaxBytes
    if (isDeclaredTooLarge) return reject(tooLarge())
    request.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size > limits.requestBodyMaxBytes) {
        // Not destroyed: the answer still has to go out on this socket.
        request.pause()
        request.removeAllListeners('data')
        return reject(tooLarge())
      }
      chunks.push(chunk)
    })
    request.on('end', () => resolve(Buffer.concat(chunks)))
    request.on('error', () => reject(new AppError('TIMEOUT', 'The request ended before its body did')))
  })
}

const tooLarge = () =>
  faultAt('PAYLOAD_TOO_LARGE', {
    path: '',
    code: 'body_too_large',
    message: `The body exceeds ${limits.requestBodyMaxBytes} bytes`,
  })
