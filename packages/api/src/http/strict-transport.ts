import { requestedHost } from '@inlet/runtime'
import type { FastifyRequest } from 'fastify'

const yearSeconds = 31_536_000

/**
 * HTTP Strict Transport Security (RFC 6797) for the host of the dashboard and the login, where its users reach it by https: the header tells
 * browsers never to call it otherwise. Not for hosts below it, nor for customers' domains, whose other servers are not ours.
 */
export function strictTransportOf({ host }: FastifyRequest, publicUrl: string): Record<string, string> {
  const { protocol, hostname } = new URL(publicUrl)
  if (protocol !== 'https:') return {}
  const requested = requestedHost(host)
  const isOwn = requested.kind === 'named' && requested.hostname === hostname
  return isOwn ? { 'Strict-Transport-Security': `max-age=${yearSeconds}` } : {}
}
