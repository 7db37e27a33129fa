const timeoutMs = 10_000
/** So many that no visitor of a watch reaches the limit of visitors' calls. */
export const visitorCount = 20

/**
 * A call over HTTP. In its texts `{n}` is a new number for each call, `{client}` a new client, `{subnet}` a new /64 of one and the same IPv6 /48,
 * and `{visitor}` one of twenty clients in turn.
 */
export interface Call {
  method?: 'GET' | 'POST' | 'PATCH'
  path: string
  headers?: Record<string, string>
  body?: Record<string, unknown>
}

/** The call with this number. */
export function numbered(call: Call, number: number): Call {
  const text = JSON.stringify(call)
    .replaceAll('{n}', String(number))
    .replaceAll('{client}', `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`)
    .replaceAll('{subnet}', `2001:db8:1:${(number & 0xffff).toString(16)}::1`)
    .replaceAll('{visitor}', `192.0.2.${number % visitorCount}`)
  return JSON.parse(text)
}

/** Begins a call; whoever has the answer reads it. */
export function beginCall(origin: string, { method = 'GET', path, headers = {}, body }: Call): Promise<Response> {
  const bodyType: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' }
  return fetch(new URL(path, origin), {
    method,
    headers: { ...bodyType, ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(timeoutMs),
  })
}

/** Makes a call. @returns the text of its answer @throws with the status of a refusal, and where there is no answer in ten seconds */
export async function sendCall(origin: string, call: Call): Promise<string> {
  const answer = await beginCall(origin, call)
  const text = await answer.text()
  if (!answer.ok) throw new Error(String(answer.status))
  return text
}
