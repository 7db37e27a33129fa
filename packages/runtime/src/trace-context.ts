import { randomBytes } from 'node:crypto'

/** Where a request stands in its caller's trace, as a log line has it: the trace, and the caller's span. */
export interface TraceContext {
  traceId: string
  spanId: string
}

/** Version, trace id, parent id and flags; what a later version may put behind them begins with a dash. A comma parts two headers. */
const form = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}(-[^,]*)?$/
const noTrace = '0'.repeat(32)
const noSpan = '0'.repeat(16)
/** Of a later version nothing is known but its beginning, and no honest one is longer. */
const maxChars = 512

/**
 * Reads a header `traceparent` (W3C Trace Context, levels 1 and 2, §3.2). Version 00 is exactly its four fields, a later one may go on
 * behind them, ff is none.
 * @returns null where there is none, several, or none that is valid: the caller is then not traced, which is no fault
 */
export function readTraceparent(header: string | string[] | undefined): TraceContext | null {
  if (typeof header !== 'string' || header.length > maxChars) return null
  const [, version, traceId = noTrace, spanId = noSpan, more] = form.exec(header) ?? []
  if (version === undefined || version === 'ff' || (version === '00' && more !== undefined)) return null
  return traceId === noTrace || spanId === noSpan ? null : { traceId, spanId }
}

const poolBytes = 4096
const idChars = 32
let pool = ''
let used = 0

/** A trace id of a trace that begins here: 16 random bytes in hex, of which many are fetched at a time. */
export function newTraceId(): string {
  if (used === pool.length) {
    pool = randomBytes(poolBytes).toString('hex')
    used = 0
  }
  const id = pool.slice(used, used + idChars)
  used += idChars
  // One of 2^128 is invalid (§3.2.2.3).
  return id === noTrace ? newTraceId() : id
}
