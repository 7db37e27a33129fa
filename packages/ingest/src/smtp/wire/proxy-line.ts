import { isIPv4, isIPv6 } from 'node:net'
import { canonicalIp } from '@inlet/runtime'

/** What a header says. `clientIp` null: the balancer speaks for itself or does not know, so the socket's address counts. */
export type ProxyHeader = { clientIp: string | null; bytes: number }

/** The longest line of version 1, its CRLF included. */
export const proxyLineBytesMax = 107

type Field = { isWhole: (text: string) => boolean; isBegun: (text: string) => boolean }

const octet = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)'
const ipv4Begun = new RegExp(`^(?:${octet}\\.){0,3}(?:${octet})?$`)
const ipv4: Field = { isWhole: isIPv4, isBegun: (text) => ipv4Begun.test(text) }
const ipv6: Field = { isWhole: isIPv6, isBegun: (text) => /^[\da-fA-F:][\da-fA-F:.]{0,44}$|^$/.test(text) }
const isPort = (text: string) => /^(?:0|[1-9]\d{0,4})$/.test(text) && Number(text) <= 65_535
const port: Field = { isWhole: isPort, isBegun: (text) => text === '' || isPort(text) }

const forms = [
  { start: 'PROXY TCP4 ', fields: [ipv4, ipv4, port, port] },
  { start: 'PROXY TCP6 ', fields: [ipv6, ipv6, port, port] },
]
const unknown = 'PROXY UNKNOWN'

/**
 * Parses a header of version 1 (section 2.1 of HAProxy's specification) from the text that has come so far, one character a byte.
 * `invalid` as soon as no line can begin so; `bytes` includes the CRLF.
 */
export function parseProxyLine(text: string): ProxyHeader | 'more' | 'invalid' {
  const end = text.indexOf('\r\n')
  if (end >= 0) return parseWhole(text.slice(0, end))
  if (text.length >= proxyLineBytesMax) return 'invalid'
  const isPossible = text.endsWith('\r') ? parseWhole(text.slice(0, -1)) !== 'invalid' : isBegun(text)
  return isPossible ? 'more' : 'invalid'
}

function parseWhole(line: string): ProxyHeader | 'invalid' {
  const bytes = line.length + 2
  // Whatever follows UNKNOWN is to be ignored.
  if (line === unknown || line.startsWith(`${unknown} `)) return { clientIp: null, bytes }

  const form = forms.find(({ start }) => line.startsWith(start))
  const written = form ? line.slice(form.start.length).split(' ') : []
  if (!form || written.length !== form.fields.length) return 'invalid'
  const isValid = form.fields.every((field, index) => field.isWhole(written[index] ?? ''))
  return isValid ? { clientIp: canonicalIp(written[0] ?? ''), bytes } : 'invalid'
}

function isBegun(text: string): boolean {
  if (unknown.startsWith(text) || text.startsWith(`${unknown} `)) return true
  return forms.some(({ start, fields }) => {
    if (!text.startsWith(start)) return start.startsWith(text)
    const written = text.slice(start.length).split(' ')
    return written.every((part, index) => {
      const isLast = index === written.length - 1
      return isLast ? fields[index]?.isBegun(part) : fields[index]?.isWhole(part)
    })
  })
}
