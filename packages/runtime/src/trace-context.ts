import { randomUUID } from 'node:crypto'

/** The caller's trace and span of a request, as logged. */
export interface TraceContext {
  traceId: string
  spanId: string
}

/** Version, trace id, parent id and flags; later versions may add more behind a dash. A comma would separate two headers. */
const form = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}(-[^,]*)?$/
const noTrace = '0'.repeat(32)
const noSpan = '0'.repeat(16)
/** Of a later version only the beginning is known; a longer header is ignored. */
const maxChars = 512

/**
 * Parses the header `traceparent` (W3C Trace Context, levels 1 and 2, §3.2). Version 00 has exactly four fields, a later one may have
 * more, ff is invalid.
 * @returns null where the header is missing, repeated or invalid: the request then has no caller's trace, which is no error
 */
export function readTraceparent(header: string | string[] | undefined): TraceContext | null {
  if (typeof header !== 'string' || header.length > maxChars) return null
  const [, version, traceId = noTrace, spanId = noSpan, more] = form.exec(header) ?? []
  if (version === undefined || version === 'ff' || (version === '00' && more !== undefined)) return null
  return traceId === noTrace || spanId === noSpan ? null : { traceId, spanId }
}

/** The id of a new trace: 16 bytes in hex, random but for the six bits that a UUID of version 4 fixes (RFC 9562), so never all zeros. */
export const newTraceId = (): string => randomUUID().replaceAll('-', '')
