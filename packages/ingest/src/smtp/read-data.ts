import type { SMTPServerDataStream } from 'smtp-server'

/**
 * Reads the mail of a DATA command after dot-unstuffing. Beyond `maxBytes` nothing is kept.
 * When the connection ends before the final dot there is no mail (RFC 5321 §4.1.1.4), whatever came of it.
 */
export function readData(stream: SMTPServerDataStream, maxBytes: number): Promise<Buffer | 'too large' | 'cut off'> {
  return new Promise((resolve) => {
    let chunks: Buffer[] = []
    let size = 0
    stream.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size > maxBytes) chunks = []
      else chunks.push(chunk)
    })
    stream.on('end', () => resolve(size > maxBytes ? 'too large' : joined(chunks, size)))
    stream.on('error', () => resolve('cut off'))
    stream.on('close', () => resolve('cut off'))
  })
}

/** In memory of its own: what a worker is sent is the whole buffer behind a view, and that must not be a shared pool. */
function joined(chunks: Buffer[], size: number): Buffer {
  const whole = Buffer.allocUnsafeSlow(size)
  let offset = 0
  for (const chunk of chunks) offset += chunk.copy(whole, offset)
  return whole
}
