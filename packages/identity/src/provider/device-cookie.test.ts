import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { newDeviceSecret, readDeviceCookie, setDeviceCookie } from './device-cookie.ts'

function requestWith(cookie?: string): IncomingMessage {
  const request = new IncomingMessage(new Socket())
  if (cookie !== undefined) request.headers.cookie = cookie
  return request
}

test('the secret is found among other cookies, and a value of another format is ignored', () => {
  const secret = newDeviceSecret()

  for (const cookie of [
    `inlet_device=${secret}`,
    `a=b; inlet_device=${secret}`,
    `inlet_device=x;inlet_device=${secret}; c=d`,
  ])
    expect(readDeviceCookie(requestWith(cookie)), cookie).toBe(secret)
  for (const cookie of [
    undefined,
    '',
    'inlet_device',
    'inlet_device=',
    `inlet_device=${secret}x`,
    `inlet_device=${secret.slice(1)}`,
    `inlet_device=${'ä'.repeat(43)}`,
    `other_inlet_device=${secret}`,
  ])
    expect(readDeviceCookie(requestWith(cookie)), cookie).toBeNull()
})

test('the cookie is set beside those of the provider, and is Secure where the issuer has TLS', () => {
  const response = new ServerResponse(requestWith())
  response.setHeader('set-cookie', ['inlet_login=1'])

  setDeviceCookie(response, 'secret', 'https://inlet.example/mail/oidc')

  expect(response.getHeader('set-cookie')).toEqual([
    'inlet_login=1',
    'inlet_device=secret; Path=/mail/oidc/interaction; Max-Age=7776000; HttpOnly; SameSite=Strict; Secure',
  ])
})
