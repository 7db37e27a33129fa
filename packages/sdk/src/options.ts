import { checkMilliseconds, checkOptions, type OptionNames } from './check-options.ts'
import { InletError } from './errors.ts'

/** How a client finds the server, and what it may do there. What is left out is read from the environment. */
export interface InletOptions {
  /** `INLET_URL`: such as `https://inlet.example.com`, with or without `/v1`. */
  baseUrl?: string
  /** `INLET_KEY`: of scope `write` to create addresses, else `read` is enough. */
  apiKey?: string
  /** `INLET_SERVICE`: needed to create and to list addresses. */
  serviceId?: string
  /** `INLET_DOMAIN`: where addresses are created. */
  domainId?: string
  /** How long one call may take, apart from the time that the server is asked to hold it. 30 seconds unless given. */
  callTimeoutMs?: number
  /** How long waits take that do not say it: 30 seconds unless given. */
  waitTimeoutMs?: number
  /** How many calls the server may hold for this client at a time: 40 unless given, of the 50 that one key has. */
  heldCalls?: number
  /** Sends the calls in place of Node's `fetch`: through a proxy, or by certificates of your own. */
  fetch?: Fetch
  /** Sent with each call, such as what a gateway in front of the server asks for. */
  headers?: GivenHeaders
}

/** `Headers`, a `Map` or an object. */
type GivenHeaders = Iterable<readonly [string, string]> | Readonly<Record<string, string>>

/** A function such as `fetch` of Node or of the package `undici`; a redirect has to be returned, not followed. */
export type Fetch = (
  url: string,
  init: {
    method: string
    headers: Record<string, string>
    body?: string
    redirect: 'manual'
    signal: AbortSignal
  },
) => Promise<{
  status: number
  headers: { get(name: string): string | null }
  arrayBuffer(): Promise<ArrayBuffer>
}>

/** The options, completed from the environment. */
export interface Settings {
  baseUrl: string
  apiKey: string
  serviceId: string | undefined
  domainId: string | undefined
  callTimeoutMs: number
  waitTimeoutMs: number
  heldCalls: number | undefined
  fetch: Fetch
  /** Their names are in lower case, so that one of the client's own replaces one of the same name. */
  headers: Readonly<Record<string, string>>
}

const optionNames: OptionNames<InletOptions> = {
  baseUrl: true,
  apiKey: true,
  serviceId: true,
  domainId: true,
  callTimeoutMs: true,
  waitTimeoutMs: true,
  heldCalls: true,
  fetch: true,
  headers: true,
}

type Environment = Readonly<Record<string, string | undefined>>

/** Completes options from the environment, and checks what each call needs. @throws InletError */
export function readSettings(options: InletOptions, env: Environment = process.env): Settings {
  checkOptions(options, optionNames)
  const { baseUrl = env.INLET_URL, apiKey = env.INLET_KEY, callTimeoutMs = 30_000 } = options
  const { waitTimeoutMs = 30_000, heldCalls, headers = {} } = options
  checkMilliseconds('callTimeoutMs', callTimeoutMs)
  checkMilliseconds('waitTimeoutMs', waitTimeoutMs)
  if (heldCalls !== undefined && !(heldCalls >= 1)) throw new InletError('heldCalls is a number from 1 on')
  // Browsers would show the key to everybody, and HTTP libraries put a value with a line break into their error.
  if (!apiKey || !/^[\x21-\x7e]+$/.test(apiKey)) {
    throw new InletError(apiKey ? 'The API key has characters that no key has' : missing('apiKey', 'INLET_KEY'))
  }
  return {
    baseUrl: readBaseUrl(baseUrl),
    apiKey,
    serviceId: options.serviceId ?? env.INLET_SERVICE,
    domainId: options.domainId ?? env.INLET_DOMAIN,
    callTimeoutMs,
    waitTimeoutMs,
    heldCalls,
    fetch: options.fetch ?? ((url, init) => fetch(url, init)),
    headers: readHeaders(headers),
  }
}

/** @throws InletError, since HTTP libraries put a value that none may have into their error, and it may be a secret */
function readHeaders(headers: GivenHeaders): Settings['headers'] {
  if (typeof headers !== 'object') throw new InletError('headers is none of Headers, a Map and an object')
  const pairs = Symbol.iterator in headers ? [...headers] : Object.entries(headers)
  return Object.fromEntries(pairs.map(readHeader))
}

function readHeader(pair: unknown): [string, string] {
  const [name, value]: unknown[] = Array.isArray(pair) ? pair : []
  if (typeof name !== 'string' || typeof value !== 'string') {
    throw new InletError(`headers: ${JSON.stringify(name)} has a name or a value that is no text`)
  }
  if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name) || !/^[\t\x20-\x7e]*$/.test(value)) {
    throw new InletError(`headers: ${JSON.stringify(name)} has characters that no header has, in its name or its value`)
  }
  return [name.toLowerCase(), value]
}

function readBaseUrl(baseUrl: string | undefined): string {
  if (!baseUrl) throw new InletError(missing('baseUrl', 'INLET_URL'))
  if (!URL.canParse(baseUrl)) throw new InletError('baseUrl is no URL: it looks like https://inlet.example.com')
  const { origin, pathname } = new URL(baseUrl)
  const path = pathname.replace(/\/$/, '')
  return `${origin}${path.endsWith('/v1') ? path : `${path}/v1`}`
}

/** What an error says where an option is needed and there is none. */
export const missing = (option: keyof InletOptions, variable: string) =>
  `There is no ${option}: give it to new Inlet({ ${option} }), or set ${variable} in the environment`
