import { Resolver } from 'node:dns/promises'
import { LRUCache } from 'lru-cache'
import { dnsBreaker, dnsCode, dnsFault } from './dns-breaker.ts'
import { usableTexts } from './usable-texts.ts'

/** Where to ask (`ip[:port]`; empty: the system's servers), and whom to tell when nobody answers. */
export interface DnsSettings {
  servers: string[]
  onChange: (state: 'silent' | 'answering') => void
}

/** Records of one name and type, in the shapes of `node:dns`. @throws with the codes of `node:dns` */
export type Lookup = (name: string, type: string) => Promise<string[] | string[][]>

/** DNS for the authentication of mails. */
export interface DnsLookup {
  lookup: Lookup
  /** Whether a question would fail at once, since the servers have been silent. */
  isSilent(): boolean
}

type Outcome = { records: string[] | string[][] } | { code: string }

// Two tries within the budget of a mail: `node:dns` doubles the time for the second.
const serverTimeoutMs = 600
const serverTries = 2
/** Through this interface records come without their TTL; both times are well below the customary ones. */
const keptMs = 60_000
const absenceKeptMs = 30_000
const keptNames = 2_000
const keptMaxChars = 4_096
/** What a zone may answer, in characters: the TXT records of large companies take some 8,000. */
const answerMaxChars = 32_768

/** Asks the name servers; remembers answers for a minute and absence for half of one, asks the same question once at a time. */
export function createDnsLookup({ servers, onChange }: DnsSettings): DnsLookup {
  const resolver = new Resolver({ timeout: serverTimeoutMs, tries: serverTries })
  if (servers.length > 0) resolver.setServers(servers)
  const known = new LRUCache<string, Outcome>({ max: keptNames })
  const asked = new Map<string, Promise<Outcome>>()
  const breaker = dnsBreaker({
    silentLimit: 5,
    pauseMs: 30_000,
    probe: () => resolver.resolve('.', 'NS'),
    now: () => performance.now(),
    onChange,
  })

  async function find(name: string, type: string): Promise<Outcome> {
    try {
      const records: unknown = await breaker.ask(() => resolver.resolve(name, type))
      if (!isRecords(records)) return { code: 'EBADRESP' }
      if (JSON.stringify(records).length > answerMaxChars) return { code: 'EBADRESP' }
      return { records: type === 'TXT' ? usableTexts(records.map((record) => [record].flat())) : records }
    } catch (error) {
      return { code: dnsCode(error) }
    }
  }

  function keep(question: string, outcome: Outcome): void {
    if ('records' in outcome) {
      if (JSON.stringify(outcome.records).length <= keptMaxChars) known.set(question, outcome, { ttl: keptMs })
      return
    }
    if (outcome.code === 'ENOTFOUND' || outcome.code === 'ENODATA') known.set(question, outcome, { ttl: absenceKeptMs })
  }

  function outcomeOf(name: string, type: string): Promise<Outcome> {
    const question = `${type} ${name.toLowerCase()}`
    const remembered = known.get(question)
    if (remembered) return Promise.resolve(remembered)
    const underway = asked.get(question)
    if (underway) return underway
    const found = find(name, type).then((outcome) => {
      asked.delete(question)
      keep(question, outcome)
      return outcome
    })
    asked.set(question, found)
    return found
  }

  return {
    isSilent: () => breaker.isOpen(),
    async lookup(name, type) {
      const outcome = await outcomeOf(name, type)
      // A new error and a new list for each: mailauth writes on both.
      if ('code' in outcome) throw dnsFault(outcome.code)
      return outcome.records.slice()
    },
  }
}

/** Mailauth's type for a resolver knows lists only; those of MX hold objects. */
function isRecords(answer: unknown): answer is string[] | string[][] {
  return Array.isArray(answer)
}
