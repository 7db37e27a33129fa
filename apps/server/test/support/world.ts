import { request as httpRequest } from 'node:http'
import type { ApiKeyScope, CreatedAddress, MessageListItem } from '@inlet/contract'
import { type Caller, insertApiKey, insertDomain, insertService } from '@inlet/core'
import { createTransport } from 'nodemailer'
import { operationOf, undescribed } from './described-answer.ts'
import { type ProgramOptions, type StartedProgram, startProgram } from './started-program.ts'

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

/**
 * The assembled server on a database of its own, with two tenants that know nothing of each other: for a test that has settings, moves
 * the clock, reads the log, stops something, or counts what is not one tenant's. Other tests take a world of `sharedServer`.
 */
export async function startWorld(options: ProgramOptions = {}): Promise<OwnWorld> {
  const program = await startProgram(options)
  return { ...(await newWorld(program)), ...program }
}

/** A world whose server no other test uses. */
export type OwnWorld = World & StartedProgram

/** Two new tenants on a server, and how they are used: what a test may have that shares its server with others. */
export async function newWorld(program: StartedProgram) {
  const { deps, httpPort, smtpPort, publicUrl, provider, databaseUri, dns, clock, lines } = program
  const [tenant, stranger] = await Promise.all([makeTenant(), makeTenant()])
  const [read, write, admin] = await Promise.all([
    apiKey({ scope: 'read' }),
    apiKey({ scope: 'write' }),
    apiKey({ scope: 'admin' }),
  ])
  const keys = { read, write, admin }
  const baseUrl = `http://127.0.0.1:${httpPort}`

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
    const errors = [...(operation ? undescribed(operation, answer) : []), ...missingHeaders(answer)]
    if (errors.length > 0) throw new Error(`not in the contract: ${errors.join('; ')}\n${answer.text}`)
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
      port: smtpPort ?? 0,
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

  /** Moves the clock on by a second at most, so that what a process has cached for that long is read again. Other tests do not notice. */
  function elapse(ms: number): void {
    if (ms > 1_000) throw new Error('that much time takes a server of its own')
    clock.advance(ms)
  }

  const caller: Caller = {
    kind: 'apiKey',
    keyId: 'tests',
    serviceId: tenant.serviceId,
    scope: 'admin',
    isLive: true,
  }

  return {
    deps,
    httpPort,
    smtpPort,
    publicUrl,
    provider,
    databaseUri,
    dns,
    clock: { now: () => clock.now() },
    elapse,
    /** The server's log so far, a line an entry: with those of other tests where it is shared. */
    lines,
    baseUrl,
    /** The tenant, as use-cases take it. */
    caller,
    tenant,
    stranger,
    keys,
    apiKey,
    call,
    inbox,
    addresses,
    create,
    address,
    send,
    messagesOf,
  }
}

export type World = Awaited<ReturnType<typeof newWorld>>

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
