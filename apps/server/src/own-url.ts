import { isIPv6 } from 'node:net'

/** A host as it stands in a URL. */
export const hostInUrl = (host: string) => (isIPv6(host) ? `[${host}]` : host)

const loopback: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '::1' }

/** The address of an HTTP server for a browser on this machine; where it listens everywhere, by loopback. */
export const ownUrl = (host: string, port: number) => `http://${hostInUrl(loopback[host] ?? host)}:${port}`
