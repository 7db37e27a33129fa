const tab = 0x09
const lf = 0x0a
const cr = 0x0d
const space = 0x20

/** How the body is normalized before it is hashed (RFC 6376 §3.4). */
export type BodyCanonicalization = 'simple' | 'relaxed'

/**
 * A body whose hash is the same as that of `body`, in a form that the hasher need not change line by line: it would
 * otherwise take half a minute for 25 MB of short lines, and more for one long line. Every line ends with CRLF; for `relaxed`,
 * white space is reduced as RFC 6376 §3.4.4 says. Empty lines at the end stay. Linear; returns `body` itself where nothing is to
 * be changed.
 */
export function canonicalBody(body: Buffer, canonicalization: BodyCanonicalization): Buffer {
  if (canonicalization === 'simple') return hasBareLineFeed(body) ? withCrlf(body) : body
  return withReducedSpace(body)
}

function hasBareLineFeed(body: Buffer): boolean {
  for (let at = 0; at < body.length; at += 1) if (body[at] === lf && body[at - 1] !== cr) return true
  return false
}

function withCrlf(body: Buffer): Buffer {
  const out = Buffer.allocUnsafe(body.length * 2)
  let end = 0
  for (let at = 0; at < body.length; at += 1) {
    const byte = body[at] ?? 0
    if (byte === lf && body[at - 1] !== cr) {
      out[end] = cr
      end += 1
    }
    out[end] = byte
    end += 1
  }
  return out.subarray(0, end)
}

function withReducedSpace(body: Buffer): Buffer {
  // A bare LF becomes two bytes, nothing grows more.
  const out = Buffer.allocUnsafe(body.length * 2)
  let end = 0
  let hasSpace = false
  for (let at = 0; at < body.length; at += 1) {
    const byte = body[at] ?? 0
    if (byte === space || byte === tab) {
      hasSpace = true
      continue
    }
    const isCrlf = byte === cr && body[at + 1] === lf
    if (isCrlf || byte === lf) {
      out[end] = cr
      out[end + 1] = lf
      end += 2
      hasSpace = false
      if (isCrlf) at += 1
      continue
    }
    if (hasSpace) {
      out[end] = space
      end += 1
      hasSpace = false
    }
    out[end] = byte
    end += 1
  }
  // White space at the end of a last line without an ending goes too: RFC 6376 adds the ending.
  return out.subarray(0, end)
}
