import type { IncomingMessage } from 'node:http'

const maxBytes = 8 * 1024

/** Reads a form that was sent as `application/x-www-form-urlencoded`. @returns null where it is something else, or over 8 KiB */
export async function readForm(request: IncomingMessage): Promise<URLSearchParams | null> {
  const [type = ''] = (request.headers['content-type'] ?? '').split(';')
  if (type.trim().toLowerCase() !== 'application/x-www-form-urlencoded') return null
  const chunks: Buffer[] = []
  let size = 0
  // The request is not destroyed when the loop ends early, so that a response can still be sent.
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    size += chunk.length
    if (size > maxBytes) return null
    chunks.push(chunk)
  }
  return new URLSearchParams(Buffer.concat(chunks).toString('utf8'))
}
