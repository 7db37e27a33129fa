import { isIPv6 } from 'node:net'
import type { Config } from '@inlet/runtime'

/** A host as it stands in a URL. */
export const hostInUrl = (host: string) => (isIPv6(host) ? `[${host}]` : host)

const loopback: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '::1' }

/** The host by which this machine reaches what listens there; loopback for what listens everywhere. */
export const ownHost = (host: string) => loopback[host] ?? host

/** The address of an HTTP server for a browser on this machine. */
export const ownUrl = (host: string, port: number) => `http://${hostInUrl(ownHost(host))}:${port}`

/** The service's address as its users see it, without a final slash; `port` is the one that the HTTP server listens on. */
export const publicUrlOf = ({ PUBLIC_URL, HTTP_HOST }: Config, port: number) =>
  PUBLIC_URL?.replace(/(?<!\/)\/+$/, '') ?? ownUrl(HTTP_HOST, port)
