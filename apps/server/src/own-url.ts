import { isIPv6 } from 'node:net'
import type { Config } from '@inlet/runtime'

/** A host as it is written in a URL: IPv6 in brackets. */
export const hostInUrl = (host: string) => (isIPv6(host) ? `[${host}]` : host)

const loopback: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '::1' }

/** The address at which this machine reaches a server that listens on `host`: loopback where that is all interfaces. */
export const ownHost = (host: string) => loopback[host] ?? host

/** Whether only this machine reaches a server that listens on `host`. */
export const isLoopback = (host: string) => host === 'localhost' || host === '::1' || host.startsWith('127.')

/** The URL of an HTTP server for a browser on this machine. */
export const ownUrl = (host: string, port: number) => `http://${hostInUrl(ownHost(host))}:${port}`

/** The base URL that users of the service see, without a final slash. `port` is the port of the HTTP server. */
export const publicUrlOf = ({ PUBLIC_URL, HTTP_HOST }: Config, port: number) =>
  PUBLIC_URL?.replace(/(?<!\/)\/+$/, '') ?? ownUrl(HTTP_HOST, port)
