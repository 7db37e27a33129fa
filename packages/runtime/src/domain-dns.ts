import { Resolver } from 'node:dns/promises'
import { AppError, type DnsError } from '@inlet/contract'

/** How long each name server has for an answer, and how often all of them are asked. */
interface Patience {
  timeoutMs: number
  tries: number
}

/** A person waits for the answer. */
const usualPatience: Patience = { timeoutMs: 2_500, tries: 2 }

/** A job asks again later anyway, and has 6 s at shutdown: three silent name servers, the most that a system has, take less. */
export const jobPatience: Patience = { timeoutMs: 1_500, tries: 1 }

/** By the error codes of `node:dns`; any other one means that a name server refused or broke. */
const errorsByCode = new Map<string, DnsError>([
  ['ENOTFOUND', 'nxdomain'],
  ['ENODATA', 'no_record'],
  ['ETIMEOUT', 'timeout'],
  ['ECANCELLED', 'timeout'],
  // Nothing listens at the name server's address.
  ['ECONNREFUSED', 'timeout'],
])

/** The records of a name, or why there are none. */
interface Lookup {
  records: string[]
  /** Null where there are records. */
  error: DnsError | null
}

/** Reads the DNS records of a domain. */
export interface DomainDns {
  /** The TXT records of a name, the strings of each joined (as in RFC 7208 §3.3). */
  txt(name: string): Promise<Lookup>
  /** The MX hosts of a name, unchanged, by preference. */
  mx(name: string): Promise<Lookup>
  /** Whether a name server answers at all. @throws SERVICE_UNAVAILABLE where none does */
  probe(): Promise<void>
}

/** Makes a resolver over `servers` (`ip` or `ip:port`; empty: the system's), without a cache. */
export function domainDns(servers: string[], { timeoutMs, tries }: Patience = usualPatience): DomainDns {
  const resolver = new Resolver({ timeout: timeoutMs, tries })
  if (servers.length > 0) resolver.setServers(servers)
  return {
    txt: (name) => lookUp(async () => (await resolver.resolveTxt(name)).map((parts) => parts.join(''))),
    mx: (name) =>
      lookUp(async () => {
        const found = await resolver.resolveMx(name)
        // The root as a host says that the domain takes no mail (RFC 7505).
        return found.sort((one, other) => one.priority - other.priority).map(({ exchange }) => exchange || '.')
      }),
    async probe() {
      const { error } = await lookUp(() => resolver.resolve('.', 'NS'))
      if (error !== 'server_failure' && error !== 'timeout') return
      throw new AppError('SERVICE_UNAVAILABLE', `The DNS does not answer (${error})`, { retryAfterSeconds: 30 })
    },
  }
}

async function lookUp(ask: () => Promise<string[]>): Promise<Lookup> {
  try {
    const records = await ask()
    return { records, error: records.length > 0 ? null : 'no_record' }
  } catch (error) {
    // Only a query has one: any other error is an error of ours.
    if (!(error instanceof Error && 'syscall' in error && 'code' in error)) throw error
    return { records: [], error: errorsByCode.get(String(error.code)) ?? 'server_failure' }
  }
}
