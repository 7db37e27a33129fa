import type { FastifyReply, FastifyRequest } from 'fastify'
import Negotiator from 'negotiator'
import type { ApiRequest, OtherAnswer } from '../context.ts'
import type { UntakenAnswers } from '../slow-clients/untaken-answers.ts'

const largeChars = 65_536

// `q` is what weighs a media range; others, such as a charset, do not make it another type here.
const mediaParameter = /;\s*([^\s=;,"]+)(?:\s*=\s*(?:"(?:[^"\\]|\\.)*"|[^;,"]*))?/g

/** A request that came over HTTP, as its procedure may know it, and the account of its answer. */
export class RestRequest implements ApiRequest {
  readonly #request: FastifyRequest
  readonly #reply: FastifyReply
  readonly #untaken: UntakenAnswers
  #holder: string | null = null
  #reservedBytes = 0
  #other: OtherAnswer | null = null

  constructor(request: FastifyRequest, reply: FastifyReply, untaken: UntakenAnswers) {
    this.#request = request
    this.#reply = reply
    this.#untaken = untaken
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
    response.once('close', () => response.writableFinished || listener())
  }

  setHeader(name: string, value: string | number): void {
    this.#reply.header(name, value)
  }

  hold(): void {
    this.#request.isHeld = true
  }

  note(facts: Record<string, string>): void {
    Object.assign(this.#request.logFacts, facts)
  }

  admit(holder: string): void {
    this.#holder = holder
    this.#untaken.assertRoom({ holder, response: this.#reply.raw })
  }

  reserve(bytes: number): void {
    this.#hold(bytes)
    this.#reservedBytes += bytes
  }

  prefers(mediaType: string): boolean {
    // JSON stands first, so that it is what `*/*` takes.
    const accept = this.#request.headers.accept?.replace(mediaParameter, (parameter, name: string) =>
      name.toLowerCase() === 'q' ? parameter : '',
    )
    return new Negotiator({ headers: { accept } }).mediaType(['application/json', mediaType]) === mediaType
  }

  answerWith(answer: OtherAnswer): void {
    this.#other = answer
  }

  /** Sends a JSON body, or what was to be answered in its place. @throws SERVICE_UNAVAILABLE when its holder has too many answers untaken */
  send(output: unknown): FastifyReply {
    if (this.#other) return this.#sendOther(this.#other)
    return this.sendText(JSON.stringify(output))
  }

  /** The same for what is JSON already. */
  sendText(text: string): FastifyReply {
    // A small text goes out in one piece with its head. A large one would be held beside its bytes until these are taken.
    const body = text.length > largeChars ? Buffer.from(text) : text
    this.#hold(Buffer.byteLength(body) - this.#reservedBytes)
    return this.#reply.header('content-type', 'application/json; charset=utf-8').send(body)
  }

  #sendOther({ body, headers }: OtherAnswer): FastifyReply {
    this.#hold(body.length - this.#reservedBytes)
    return this.#reply.headers(headers).send(body)
  }

  #hold(bytes: number): void {
    const holder = this.#holder ?? this.clientIp
    if (bytes > 0) this.#untaken.hold({ holder, bytes, response: this.#reply.raw })
  }
}

function textRecord(value: unknown): Record<string, string> {
  const entries = typeof value === 'object' && value !== null ? Object.entries(value) : []
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
}
