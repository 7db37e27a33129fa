const timeoutMs = 5_000

interface JsonRequest {
  url: string
  maxBytes: number
  headers?: Record<string, string>
}

/**
 * Reads a JSON document over HTTP: within 5 s, without redirects, at most `maxBytes`.
 * @throws an Error with the host and the error, never with the response's content
 */
export async function fetchJson({ url, maxBytes, headers = {} }: JsonRequest): Promise<unknown> {
  const response = await fetch(url, {
    headers: { accept: 'application/json', ...headers },
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  })
  const from = new URL(url).host
  if (response.status !== 200) {
    await response.body?.cancel()
    throw new HttpStatusError(`${from} answered ${response.status}`, response.status)
  }
  const text = await readText(response, maxBytes)
  if (text === null) throw new Error(`${from} answered more than ${maxBytes} bytes`)
  try {
    return JSON.parse(text)
  } catch {
    throw new Error(`${from} answered something that is no JSON`)
  }
}

/** A response whose status is not 200. */
export class HttpStatusError extends Error {
  override name = 'HttpStatusError'
  readonly status: number

  constructor(message: string, status: number) {
    super(message)
    this.status = status
  }
}

async function readText(response: Response, maxBytes: number): Promise<string | null> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.length
    // Leaving the loop cancels the stream.
    if (size > maxBytes) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
