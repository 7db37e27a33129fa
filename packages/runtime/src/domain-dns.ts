import { Resolver } from 'node:dns/promises'
import { AppError } from '@inlet/contract'

/** Two tries of this time each: a person waits for the answer. */
const serverTimeoutMs = 2_500
const serverTries = 2
/** Error codes of `node:dns` for a name that does not exist or has no record of this type. */
const absentCodes = new Set(['ENOTFOUND', 'ENODATA'])

/** Reads the DNS records of a domain. */
export interface DomainDns {
  /** The TXT records of a name, the strings of each joined (as in RFC 7208 §3.3). @throws SERVICE_UNAVAILABLE */
  txt(name: string): Promise<string[]>
  /** The MX hosts of a name, unchanged, by preference. @throws SERVICE_UNAVAILABLE */
  mx(name: string): Promise<string[]>
  /** Whether a name server answers at all. @throws SERVICE_UNAVAILABLE where none does */
  probe(): Promise<void>
}

/** Makes a resolver over `servers` (`ip` or `ip:port`; empty: the system's), without a cache. */
export function domainDns(servers: string[]): DomainDns {
  const resolver = new Resolver({ timeout: serverTimeoutMs, tries: serverTries })
  if (servers.length > 0) resolver.setServers(servers)
  return {
    txt: (name) => present(name, async () => (await resolver.resolveTxt(name)).map((parts) => parts.join(''))),
    async mx(name) {
      const found = await present(name, () => resolver.resolveMx(name))
      return found.sort((one, other) => one.priority - other.priority).map(({ exchange }) => exchange)
    },
    async probe() {
      await present('.', () => resolver.resolve('.', 'NS'))
    },
  }
}

async function present<T>(name: string, ask: () => Promise<T[]>): Promise<T[]> {
  try {
    return await ask()
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown fault'
    if (absentCodes.has(code)) return []
    throw new AppError('SERVICE_UNAVAILABLE', `The DNS does not answer for ${name} (${code})`, {
      retryAfterSeconds: 30,
    })
  }
}
