import { rateLimitHeaders } from '@inlet/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import Negotiator from 'negotiator'
import type { ApiRequest, NonJsonBody } from '../http/api-request.ts'
import type { PendingResponseBudget } from '../slow-clients/pending-response-budget.ts'

const largeChars = 65_536
/** What a streamed response has in memory at most: one page of the database, and what Node buffers. */
const streamBytes = 262_144

// Parameters of a media range. Only `q` (its weight) is kept: others, such as a charset, do not change the type here.
const mediaParameter = /;\s*([^\s=;,"]+)(?:\s*=\s*(?:"(?:[^"\\]|\\.)*"|[^;,"]*))?/g

/** A REST request, as procedures see it; it also counts the bytes of its response. */
export class RestRequest implements ApiRequest {
  readonly #request: FastifyRequest
  readonly #reply: FastifyReply
  readonly #pending: PendingResponseBudget
  #owner: string | null = null
  #reservedBytes = 0
  #nonJson: NonJsonBody | null = null
  #shownRemaining = Number.POSITIVE_INFINITY

  constructor(request: FastifyRequest, reply: FastifyReply, pending: PendingResponseBudget) {
    this.#request = request
    this.#reply = reply
    this.#pending = pending
  }

  get id(): string {
    return this.#request.id
  }

  get clientIp(): string {
    return this.#request.ip
  }

  get apiKey(): string | undefined {
    const apiKey = this.#request.headers['x-api-key']
    return Array.isArray(apiKey) ? apiKey.join(',') : apiKey
  }

  get authorization(): string | undefined {
    return this.#request.headers.authorization
  }

  get params(): Record<string, string> {
    return textRecord(this.#request.params)
  }

  get queryKeys(): readonly string[] | null {
    const { query } = this.#request
    return typeof query === 'object' && query !== null ? Object.keys(query) : []
  }

  onHangUp(listener: () => void): void {
    const response = this.#reply.raw
    const notify = () => response.writableFinished || listener()
    // Where the client hung up while the request was being authenticated, `close` has been emitted already.
    if (response.destroyed) notify()
    else response.once('close', notify)
  }

  setHeader(name: string, value: string | number): void {
    this.#reply.header(name, value)
  }

  showRateLimit(verdict: Parameters<ApiRequest['showRateLimit']>[0]): void {
    const { remaining, isAllowed } = verdict
    if (isAllowed && remaining >= this.#shownRemaining) return
    this.#shownRemaining = remaining
    for (const [name, value] of Object.entries(rateLimitHeaders(verdict))) this.setHeader(name, value)
  }

  markLongPoll(): void {
    this.#request.isLongPoll = true
  }

  addLogFields(fields: Record<string, string>): void {
    Object.assign(this.#request.logFields, fields)
  }

  admit(callerId: string): void {
    this.#owner = callerId
    this.#pending.assertRoom({ owner: callerId, response: this.#reply.raw })
  }

  reserve(bytes: number): void {
    this.#count(bytes)
    this.#reservedBytes += bytes
  }

  prefers(mediaType: string): boolean {
    // JSON is first, so that `*/*` means JSON.
    const accept = this.#request.headers.accept?.replace(mediaParameter, (parameter, name: string) =>
      name.toLowerCase() === 'q' ? parameter : '',
    )
    return new Negotiator({ headers: { accept } }).mediaType(['application/json', mediaType]) === mediaType
  }

  respondWith(body: NonJsonBody): void {
    this.#nonJson = body
  }

  /** Sends the output as JSON, or the body of `respondWith`. @throws SERVICE_UNAVAILABLE when the owner's budget is used up */
  send(output: unknown): FastifyReply {
    if (this.#nonJson) return this.#sendNonJson(this.#nonJson)
    return this.sendText(jsonOf(output))
  }

  /** Sends a JSON text. @throws as `send` */
  sendText(text: string): FastifyReply {
    // A small text is sent in one piece with the head. A large one becomes a buffer, so that the text itself can be freed meanwhile.
    const body = text.length > largeChars ? Buffer.from(text) : text
    this.#count(Buffer.byteLength(body) - this.#reservedBytes)
    return this.#reply.header('content-type', 'application/json; charset=utf-8').send(body)
  }

  #sendNonJson({ body, headers }: NonJsonBody): FastifyReply {
    this.#count((Buffer.isBuffer(body) ? body.length : streamBytes) - this.#reservedBytes)
    this.#reply.headers(headers)
    if (Buffer.isBuffer(body) || this.#request.method !== 'HEAD') return this.#reply.send(body)
    // Fastify would read it to its end.
    body.destroy()
    return this.#reply.send('')
  }

  #count(bytes: number): void {
    const owner = this.#owner ?? this.clientIp
    if (bytes > 0) this.#pending.reserve({ owner, bytes, response: this.#reply.raw })
  }
}

/** By frozen outputs, which may be given again. */
const texts = new WeakMap<object, string>()

function jsonOf(output: unknown): string {
  if (typeof output !== 'object' || output === null || !Object.isFrozen(output)) return JSON.stringify(output)
  const text = texts.get(output) ?? JSON.stringify(output)
  texts.set(output, text)
  return text
}

function textRecord(value: unknown): Record<string, string> {
  const entries = typeof value === 'object' && value !== null ? Object.entries(value) : []
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
}
