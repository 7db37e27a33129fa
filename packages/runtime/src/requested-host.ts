import { isIP } from 'node:net'
import { foldHostname } from '@inlet/contract'

/** Whom a host may belong to: the operator, a domain with this folded name, or nobody. */
type RequestedHost = { kind: 'own' } | { kind: 'named'; hostname: string } | { kind: 'none' }

const hostAndPort = /^([^:]{1,255})(?::\d{0,5})?$/
const addressLiteral = /^\[([0-9a-f:.]{2,45})\](?::\d{0,5})?$/i
const singleLabel = /^[a-z0-9](?:[a-z0-9_-]{0,61}[a-z0-9])?$/i
const printableAscii = /^[\x21-\x7e]*$/

/**
 * Reads the host of a request, in whatever way it is written (RFC 9110 §7.2): with a port, in capitals, with a final dot. An IP address or a
 * single label (`localhost`, the name of a container) is the operator's own, since no domain can have it. Other scripts must come as
 * A-labels, as browsers send them.
 */
export function requestedHost(header: string): RequestedHost {
  const literal = addressLiteral.exec(header)?.[1]
  if (literal !== undefined) return { kind: isIP(literal) === 6 ? 'own' : 'none' }

  const written = hostAndPort.exec(header)?.[1] ?? ''
  if (isIP(written) === 4 || singleLabel.test(written)) return { kind: 'own' }
  const hostname = printableAscii.test(written) ? foldHostname(written) : null
  return hostname === null ? { kind: 'none' } : { kind: 'named', hostname }
}
