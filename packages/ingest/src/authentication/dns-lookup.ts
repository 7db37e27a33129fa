import { Resolver } from 'node:dns/promises'
import { withDeadline } from '@inlet/runtime'
import { LRUCache } from 'lru-cache'
import { dnsBreaker, dnsCode, dnsError } from './dns-breaker.ts'

/** The name servers (`ip[:port]`; empty: the system's), and what is called when they stop answering or answer again. */
export interface DnsSettings {
  servers: string[]
  onChange: (state: 'silent' | 'answering') => void
}

/** Records of one name and type, in the shapes of `node:dns`. @throws with the codes of `node:dns` */
export type Lookup = (name: string, type: string) => Promise<string[] | string[][]>

/** DNS for the authentication of mails. */
export interface DnsLookup {
  lookup: Lookup
  /** Whether a query would fail at once, since the servers do not answer. */
  isSilent(): boolean
}

type Outcome = { records: string[] | string[][] } | { code: string }

// Both tries fit into the budget of a mail: `node:dns` doubles the time-out for the second.
const serverTimeoutMs = 600
const serverTries = 2
/** `node:dns` gives no TTL for most records; both times are well below usual TTLs. */
const keptMs = 60_000
const absenceKeptMs = 30_000
const keptNames = 2_000
const keptMaxChars = 4_096
/** The longest answer, in characters: the TXT records of large companies take some 8,000. */
const answerMaxChars = 32_768

/** Queries the name servers; caches answers for a minute and absence for half of one; joins equal queries that run at the same time. */
export function createDnsLookup({ servers, onChange }: DnsSettings): DnsLookup {
  const resolver = new Resolver({ timeout: serverTimeoutMs, tries: serverTries })
  if (servers.length > 0) resolver.setServers(servers)
  const known = new LRUCache<string, Outcome>({ max: keptNames })
  const running = new Map<string, Promise<Outcome>>()
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
    const cached = known.get(question)
    if (cached) return Promise.resolve(cached)
    const underway = running.get(question)
    if (underway) return underway
    const found = find(name, type).then((outcome) => {
      running.delete(question)
      keep(question, outcome)
      return outcome
    })
    running.set(question, found)
    return found
  }

  return {
    isSilent: () => breaker.isOpen(),
    async lookup(name, type) {
      const outcome = await outcomeOf(name, type)
      // A new error and a new list for each caller: mailauth changes both.
      if ('code' in outcome) throw dnsError(outcome.code)
      return outcome.records.slice()
    },
  }
}

/** mailauth's resolver type has lists of strings only; MX records are objects. */
function isRecords(answer: unknown): answer is string[] | string[][] {
  return Array.isArray(answer)
}

/** Limits of a record for SPF, DKIM or DMARC: an RSA key of 16,384 bits takes 2,800 characters, in eleven strings. */
const maxTextChars = 4_096
const maxStrings = 64
const maxBlanks = 64
/** Each SPF macro (RFC 7208 §7) inserts the sender's name once more; real records have about five. */
const maxPercents = 16

/** Real domains have far fewer. */
const maxRecords = 100

/**
 * The TXT records of an answer that mailauth may read: its patterns take quadratic time in the length of a record, or of a run of
 * white space in it. Records over a limit are dropped, since none is a real SPF, DKIM or DMARC record; of more than a hundred all are.
 */
export function usableTexts(records: string[][]): string[][] {
  return records.length > maxRecords ? [] : records.filter(isUsable)
}

function isUsable(strings: string[]): boolean {
  if (strings.length > maxStrings) return false
  if (strings.reduce((sum, { length }) => sum + length, 0) > maxTextChars) return false
  const text = strings.join('')
  return longestBlankRun(text) <= maxBlanks && text.split('%').length - 1 <= maxPercents
}

function longestBlankRun(text: string): number {
  let longest = 0
  for (const [run] of text.matchAll(/\s+/g)) longest = Math.max(longest, run.length)
  return longest
}

/** How long all DNS queries of one mail may take together, from now on, and how many it may send. */
export interface DnsBudget {
  totalMs: number
  maxQuestions: number
}

/** A lookup for one mail. Past the budget every query fails with ETIMEOUT, also those that are running. */
export function withinBudget(lookup: Lookup, { totalMs, maxQuestions }: DnsBudget): Lookup {
  let questions = 0
  const endsAt = performance.now() + totalMs
  return async (name, type) => {
    questions += 1
    if (questions > maxQuestions) throw dnsError('ETIMEOUT')
    const leftMs = Math.max(0, endsAt - performance.now())
    return await withDeadline(lookup(name, type), leftMs, () => dnsError('ETIMEOUT'))
  }
}
