import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { daySeconds } from '@inlet/contract'

const name = 'inlet_device'
const secretPattern = /^[\w-]{43}$/

/** How long a browser is remembered after a login. */
export const deviceSeconds = 90 * daySeconds

/** A new secret for a browser: 32 random bytes, base64url. */
export const newDeviceSecret = (): string => randomBytes(32).toString('base64url')

/** The secret in a request's cookie; null where it is missing or has another format. */
export function readDeviceCookie({ headers }: IncomingMessage): string | null {
  for (const pair of (headers.cookie ?? '').split(';')) {
    const [key = '', value = ''] = pair.trim().split('=')
    if (key === name && secretPattern.test(value)) return value
  }
  return null
}

/** Sets the cookie, for the login page alone: scripts cannot read it, and forms of other sites do not send it. */
export function setDeviceCookie(response: ServerResponse, secret: string, issuer: string): void {
  const { pathname, protocol } = new URL(issuer)
  const rules = [`Path=${pathname}/interaction`, `Max-Age=${deviceSeconds}`, 'HttpOnly', 'SameSite=Strict']
  if (protocol === 'https:') rules.push('Secure')
  response.appendHeader('set-cookie', [`${name}=${secret}`, ...rules].join('; '))
}
