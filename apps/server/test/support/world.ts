import { request as httpRequest } from 'node:http'
import type { ApiKeyScope, CreatedAddress, MessageListItem } from '@inlet/contract'
import {
  type BillingProvider,
  type Caller,
  ensureCollections,
  insertApiKey,
  insertDomain,
  insertService,
} from '@inlet/core'
import type { DiskSpace } from '@inlet/ingest'
import { createLog, readConfig } from '@inlet/runtime'
import { emptiedDatabase, fakeDns, type TestClock, testClock } from '@inlet/testkit'
import { createTransport } from 'nodemailer'
import { assemble } from '../../src/assemble.ts'
import { operationOf, undescribed } from './described-answer.ts'
import { sharedThreads } from './shared-threads.ts'

interface WorldOptions {
  /** Settings beside the tests' own; ports are always the system's choice. */
  settings?: Record<string, string>
  /** Another replica set than the run's, or the database of another world: then both are processes of one service. */
  databaseUri?: string
  /** One that starts at another time than now. */
  clock?: TestClock
  /** With a name server of its own, in which no name exists until the test says so. */
  hasDns?: boolean
  /** Instead of the database's disk. */
  readSpace?: () => Promise<DiskSpace | null>
  /** Instead of the provider that the settings name. */
  billing?: BillingProvider
}

export interface Tenant {
  serviceId: string
  /** Verified; visitors' inboxes are off. */
  domain: { id: string; hostname: string }
  /** Verified; the first mail makes its address. */
  publicDomain: { id: string; hostname: string }
}

export interface Answer {
  status: number
  headers: Record<string, string>
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape
  body: any
  text: string
  /** The body as it came, where the answer is one of this world's calls. */
  bytes?: Buffer
}

export interface Call {
  method?: string
  key?: string | null
  /** An access token; then no key goes along unless one is named. */
  token?: string
  headers?: Record<string, string>
  body?: unknown
  rawBody?: string | Buffer
  /** Hangs up when it aborts. */
  signal?: AbortSignal
}

/** The assembled server on a database of its own, with two tenants that know nothing of each other. */
export async function startWorld(options: WorldOptions = {}) {
  const clock = options.clock ?? testClock()
  const database = options.databaseUri ? null : await emptiedDatabase(ensureCollections)
  const dns = options.hasDns ? await fakeDns() : null
  const lines: string[] = []
  const log = createLog('debug', { write: (line) => void lines.push(line) })
  const config = readConfig({
    HTTP_PORT: '0',
    SMTP_PORT: '0',
    SMTP_NAME: 'mx.test',
    PARSE_WORKERS: '1',
    // No server listens there: no test asks the machine's own name servers.
    DNS_SERVERS: dns?.server ?? '127.0.0.1:9',
    // A machine that is busy with tests is not what the limit is for.
    SMTP_MAX_LAG_MS: '0',
    ...options.settings,
  })
  const { readSpace, billing } = options
  const databaseUri = options.databaseUri ?? database?.uri ?? ''
  const program = await assemble(config, {
    databaseUri,
    log,
    clock,
    threads: sharedThreads,
    ...(readSpace && { readSpace }),
    ...(billing && { billing }),
  })
  const { deps } = program

  const tenant = await makeTenant()
  const stranger = await makeTenant()
  const keys = {
    read: await apiKey({ scope: 'read' }),
    write: await apiKey({ scope: 'write' }),
    admin: await apiKey({ scope: 'admin' }),
  }
  const baseUrl = `http://127.0.0.1:${program.httpPort}`

  async function makeTenant(): Promise<Tenant> {
    const { _id: serviceId } = await insertService(deps, { name: 'Tests' })
    const name = deps.newId().toLowerCase()
    const domain = await insertDomain(deps, { serviceId, hostname: `${name}.example`, state: 'verified' })
    const publicDomain = await insertDomain(deps, {
      serviceId,
      hostname: `${name}.test`,
      state: 'verified',
      publicInbox: true,
    })
    const short = ({ _id, hostname }: typeof domain) => ({ id: _id, hostname })
    return { serviceId, domain: short(domain), publicDomain: short(publicDomain) }
  }

  async function apiKey(options: {
    scope: ApiKeyScope
    name?: string
    isLive?: boolean
    tenant?: Tenant
    expiresAt?: Date
  }): Promise<string> {
    const { serviceId } = options.tenant ?? tenant
    const { value } = await insertApiKey(deps, { serviceId, name: 'tests', isLive: true, ...options })
    return value
  }

  /**
   * Any request; the write key goes along unless `key` is another one or null, or there is a token.
   * @throws where an operation answers what the contract does not say of it, or an answer lacks what all have
   */
  async function call(path: string, how: Call = {}): Promise<Answer> {
    const answer = await ask(path, how)
    const operation = operationOf(how.method ?? 'GET', path)
    const faults = [...(operation ? undescribed(operation, answer) : []), ...missingHeaders(answer)]
    if (faults.length > 0) throw new Error(`not in the contract: ${faults.join('; ')}\n${answer.text}`)
    return answer
  }

  function ask(path: string, how: Call): Promise<Answer> {
    const { method = 'GET', token, key = token === undefined ? keys.write : null, headers = {} } = how
    const { body, rawBody, signal } = how
    const payload = rawBody ?? (body === undefined ? undefined : JSON.stringify(body))
    const sent = {
      ...(key === null ? {} : { 'x-api-key': key }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(payload === undefined ? {} : { 'content-length': Buffer.byteLength(payload) }),
      ...headers,
    }
    return new Promise((resolve, reject) => {
      const request = httpRequest(`${baseUrl}${path}`, { method, headers: sent, agent: false, signal }, (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', reject)
        response.on('end', () => {
          const bytes = Buffer.concat(chunks)
          const text = bytes.toString()
          const isJson = response.headers['content-type']?.startsWith('application/json') && text !== ''
          resolve({
            status: response.statusCode ?? 0,
            headers: Object.fromEntries(Object.entries(response.headers).map(([name, value]) => [name, String(value)])),
            body: isJson ? JSON.parse(text) : undefined,
            text,
            bytes,
          })
        })
      })
      request.on('error', reject)
      request.end(payload)
    })
  }

  async function address(localPart: string, of: Tenant = tenant): Promise<CreatedAddress> {
    const key = of === tenant ? keys.write : await apiKey({ scope: 'write', tenant: of })
    const answer = await call(`/v1/services/${of.serviceId}/addresses`, {
      method: 'POST',
      key,
      body: { domainId: of.domain.id, localPart },
    })
    if (answer.status !== 201) throw new Error(`no address: ${answer.text}`)
    return answer.body.data
  }

  /** Asks for the list of an inbox; `query` begins with `?`. */
  function inbox(fullAddress: string, query = '', how: Call = {}): Promise<Answer> {
    return call(`/v1/inboxes/${encodeURIComponent(fullAddress)}/messages${query}`, how)
  }

  /** Asks for the addresses of the tenant's service; `query` begins with `?`. */
  function addresses(query = '', how: Call = {}): Promise<Answer> {
    return call(`/v1/services/${tenant.serviceId}/addresses${query}`, how)
  }

  /** Asks for a new address on the tenant's domain, unless `body` names another. */
  function create(body: Record<string, unknown> = {}, how: Call = {}): Promise<Answer> {
    return addresses('', { method: 'POST', body: { domainId: tenant.domain.id, ...body }, ...how })
  }

  /** Sends one raw mail over SMTP; the reply, or the client's error with `responseCode`. */
  async function send(raw: string | Buffer, to: string | string[], from = 'sender@elsewhere.example') {
    const transport = createTransport({
      host: '127.0.0.1',
      port: program.smtpPort ?? 0,
      ignoreTLS: true,
      logger: false,
    })
    try {
      return await transport.sendMail({ envelope: { from, to }, raw })
    } finally {
      transport.close()
    }
  }

  async function messagesOf(fullAddress: string, query = ''): Promise<MessageListItem[]> {
    const key = await apiKey({
      scope: 'read',
      tenant: fullAddress.endsWith(stranger.domain.hostname) ? stranger : tenant,
    })
    const answer = await call(`/v1/inboxes/${encodeURIComponent(fullAddress)}/messages${query}`, { key })
    if (answer.status !== 200) throw new Error(`no list: ${answer.text}`)
    return answer.body.data
  }

  const caller: Caller = {
    kind: 'apiKey',
    keyId: 'tests',
    serviceId: tenant.serviceId,
    scope: 'admin',
    isLive: true,
  }

  return {
    ...program,
    dns,
    baseUrl,
    databaseUri,
    /** The tenant, as use-cases take it. */
    caller,
    clock,
    tenant,
    stranger,
    keys,
    /** The server's log so far, a line an entry. */
    lines,
    apiKey,
    call,
    inbox,
    addresses,
    create,
    address,
    send,
    messagesOf,
    async [Symbol.asyncDispose]() {
      await program.stop()
      await dns?.[Symbol.asyncDispose]()
      await database?.[Symbol.asyncDispose]()
    },
  }
}

export type World = Awaited<ReturnType<typeof startWorld>>

/** What an answer lacks of what every one has; documents say for how long they may be kept. */
function missingHeaders({ headers }: Answer): string[] {
  const { 'cache-control': kept, 'x-content-type-options': sniffed, 'x-request-id': requestId } = headers
  return [
    ...(kept === 'no-store' || kept?.startsWith('public, max-age=') ? [] : [`Cache-Control: ${kept}`]),
    ...(sniffed === 'nosniff' ? [] : [`X-Content-Type-Options: ${sniffed}`]),
    ...(requestId ? [] : ['no X-Request-Id']),
  ]
}

/** A small mail with the usual fields; `id` becomes its Message-ID. */
export function plainMail(fields: { id?: string; subject?: string; text?: string } = {}): string {
  const { id, subject = 'Hello', text = 'Good morning.' } = fields
  return [
    'From: Ada Sender <ada@elsewhere.example>',
    'To: someone@elsewhere.example',
    `Subject: ${subject}`,
    ...(id ? [`Message-ID: <${id}@elsewhere.example>`] : []),
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    '',
    text,
    '',
  ].join('\r\n')
}
