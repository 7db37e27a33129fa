import { isIP } from 'node:net'
import { z } from 'zod'

/** A whole number from `min` to `max`. */
const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,15}$/, 'expected a whole number')
    .transform(Number)
    .pipe(z.number().min(min).max(max))
/** The same with a default. */
export const integer = (fallback: number, min: number, max = Number.MAX_SAFE_INTEGER) =>
  wholeNumber(min, max).default(fallback)
/** A port; 0 lets the system choose. */
export const portNumber = wholeNumber(0, 65_535)
/** The same with a default. */
export const port = (fallback: number) => portNumber.default(fallback)
/** `true` or `false`. */
export const flag = z.enum(['true', 'false']).transform((text) => text === 'true')

function isAddressRange(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/')
  const version = isIP(address)
  if (version === 0 || address.includes('%') || rest.length > 0) return false
  if (prefix === undefined) return true
  // A prefix of 0 would trust every address, and Fastify refuses it.
  return /^[1-9]\d{0,2}$/.test(prefix) && Number(prefix) <= (version === 4 ? 32 : 128)
}

/** An IP address, with a port or without: `192.0.2.1`, `192.0.2.1:53`, `[2001:db8::1]:53`. */
function isNameServer(text: string): boolean {
  if (isIP(text) !== 0) return !text.includes('%')
  const [, bracketed = '', plain = '', port] = /^(?:\[([^\]%]+)\]|([^:]+)):([1-9]\d{0,4})$/.exec(text) ?? []
  return (isIP(bracketed) === 6 || isIP(plain) === 4) && Number(port) <= 65_535
}

/** Texts, separated by commas. */
export const commaList = z.string().transform((text) =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== ''),
)
/** IP addresses, with a port or without, separated by commas. */
export const nameServers = commaList
  .pipe(z.array(z.string().refine(isNameServer, 'expected an IP address, with a port or without')))
  .default([])
/** IP addresses and CIDRs, separated by commas. */
export const addressRanges = commaList
  .pipe(z.array(z.string().refine(isAddressRange, 'expected an IP address or a CIDR')))
  .default([])
/** A URL of the web. */
export const webUrl = z.url({ protocol: /^https?$/, error: 'expected a http:// or https:// URL' })
