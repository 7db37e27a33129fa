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
}

/** The options, completed from the environment. */
export interface Settings {
  baseUrl: string
  apiKey: string
  serviceId: string | undefined
  domainId: string | undefined
  callTimeoutMs: number
  waitTimeoutMs: number
  heldCalls: number | undefined
}

type Environment = Readonly<Record<string, string | undefined>>

/** Completes options from the environment, and checks what each call needs. @throws InletError */
export function readSettings(options: InletOptions, env: Environment = process.env): Settings {
  const { baseUrl = env.INLET_URL, apiKey = env.INLET_KEY, callTimeoutMs = 30_000 } = options
  const { waitTimeoutMs = 30_000, heldCalls } = options
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
  }
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
