import { Resolver } from 'node:dns/promises'
import { isIP } from 'node:net'
import type { WebhookTargets } from '@inlet/core'
import type { buildConnector, Dispatcher } from 'undici'

const readMaxBytes = 64 * 1024
const keptBytes = 1024

/** The head of an answer, and the first kilobyte of its body as text. */
export interface CallAnswer {
  statusCode: number
  headers: Parameters<NonNullable<Dispatcher.DispatchHandler['onResponseStart']>>[2]
  body: string
}

/** `answerMs`: until the head of the answer has come. `bodyMs`: for the rest of it. */
export interface CallTimes {
  answerMs: number
  bodyMs: number
}

/** The head of the answer did not come in time. */
export class CallTimeout extends Error {
  override name = 'CallTimeout'
}

interface CallOrder {
  request: Dispatcher.DispatchOptions
  times: CallTimes
  signal: AbortSignal
}

/**
 * Makes one call. At most 64 kB of the answer's body are read: a longer one is given up with its connection, as one that comes too slowly,
 * since the status has decided already. @throws CallTimeout, the reason of `signal`, or undici's error where no answer came
 */
export function callOnce(dispatcher: Dispatcher, { request, times, signal }: CallOrder): Promise<CallAnswer> {
  return new Promise((resolve, reject) => {
    dispatcher.dispatch(request, new CallHandler({ times, signal, resolve, reject }))
  })
}

interface HandlerNeeds {
  times: CallTimes
  signal: AbortSignal
  resolve: (answer: CallAnswer) => void
  reject: (error: unknown) => void
}

/** Undici's own `request` makes a stream of each answer and composes signals: that costs more than all the rest of a call. */
class CallHandler implements Dispatcher.DispatchHandler {
  readonly #needs: HandlerNeeds
  readonly #onCut = () => this.#giveUp(this.#needs.signal.reason)
  readonly #kept: Buffer[] = []
  #bytes = 0
  #timer: NodeJS.Timeout
  #controller: Dispatcher.DispatchController | null = null
  #head: Omit<CallAnswer, 'body'> | null = null
  /** Why it was given up: also when that was before there was a connection. */
  #error: Error | null = null

  constructor(needs: HandlerNeeds) {
    this.#needs = needs
    const { signal, times } = needs
    this.#timer = setTimeout(() => this.#giveUp(new CallTimeout('No answer in time')), times.answerMs)
    if (signal.aborted) this.#onCut()
    else signal.addEventListener('abort', this.#onCut, { once: true })
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
    if (this.#error) controller.abort(this.#error)
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    statusCode: number,
    headers: CallAnswer['headers'],
  ): void {
    // A head with a status below 200 precedes the one that counts.
    if (statusCode < 200) return
    this.#head = { statusCode, headers }
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#giveUp(new CallTimeout('No body in time')), this.#needs.times.bodyMs)
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    // The memory of the chunk belongs to the parser, which uses it again.
    if (this.#bytes < keptBytes) this.#kept.push(Buffer.from(chunk.subarray(0, keptBytes - this.#bytes)))
    this.#bytes += chunk.length
    if (this.#bytes > readMaxBytes) this.#giveUp(new Error('The body is too long'))
  }

  onResponseEnd(): void {
    this.#end()
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#error ??= error
    this.#end()
  }

  #giveUp(reason: unknown): void {
    this.#error ??= reason instanceof Error ? reason : new Error(String(reason))
    this.#end()
    this.#controller?.abort(this.#error)
  }

  /** What comes afterwards changes nothing: a promise is settled once. */
  #end(): void {
    clearTimeout(this.#timer)
    const { signal, resolve, reject } = this.#needs
    signal.removeEventListener('abort', this.#onCut)
    // A character that the cut divides becomes a replacement character.
    if (this.#head) resolve({ ...this.#head, body: Buffer.concat(this.#kept).toString('utf8') })
    else reject(this.#error)
  }
}

/** An address of the host may not be connected to. */
export class BlockedAddress extends Error {
  override name = 'BlockedAddress'
}

interface GuardNeeds {
  targets: WebhookTargets
  resolve: ResolveHost
  /** Opens a connection: undici's own connector, or a double of it. */
  connect: buildConnector.connector
}

/**
 * A connector of undici that connects to checked addresses only: the host is resolved here, every one of its addresses must be allowed, and
 * the connection goes to one of these addresses, so that a second answer of the DNS cannot lead elsewhere. Certificates are checked
 * against the host's name.
 */
export function guardedConnector({ targets, resolve, connect }: GuardNeeds): buildConnector.connector {
  return (options, callback) => {
    const done: buildConnector.Callback = callback
    resolve(options.hostname)
      .then((addresses) => {
        const url = { protocol: options.protocol, port: options.port }
        if (!addresses.every((address) => targets.mayConnect(url, address))) {
          throw new BlockedAddress('An address of the host is not public')
        }
        connectToFirst(connect, options, { addresses, callback: done })
      })
      .catch((error: unknown) => done(error instanceof Error ? error : new Error(String(error)), null))
  }
}

/** Tries the addresses in their order until one answers. */
function connectToFirst(
  connect: buildConnector.connector,
  options: buildConnector.Options,
  { addresses, callback }: { addresses: string[]; callback: buildConnector.Callback },
): void {
  const [hostname, ...others] = addresses
  if (hostname === undefined) return callback(new Error('No address answers'), null)
  connect({ ...options, hostname, servername: options.servername || serverName(options.hostname) }, (...result) => {
    const [error] = result
    if (error && others.length > 0) return connectToFirst(connect, options, { addresses: others, callback })
    callback(...result)
  })
}

/** For TLS; an address has none. */
const serverName = (hostname: string) => (/^[\d.]+$|:/.test(hostname) ? '' : hostname)

/** All IP addresses of a host; of an address itself that one. @throws DnsError where there is none */
export type ResolveHost = (hostname: string) => Promise<string[]>

/** A name has no address, or no name server said one. */
export class DnsError extends Error {
  override name = 'DnsError'
}

/** Two tries of this time each: a call may take fifteen seconds in all. */
const serverTimeoutMs = 2_000
const serverTries = 2

/**
 * Makes a resolver over `servers` (`ip` or `ip:port`; empty: the system's). It asks the name servers itself: the system's `getaddrinfo` would
 * hold one of the process's four file threads for each name whose server does not answer. `localhost` is this machine (RFC 6761 §6.3).
 */
export function hostResolver(servers: string[]): ResolveHost {
  const resolver = new Resolver({ timeout: serverTimeoutMs, tries: serverTries })
  if (servers.length > 0) resolver.setServers(servers)
  return async (hostname) => {
    const literal = hostname.replace(/^\[|\]$/g, '')
    if (isIP(literal) !== 0) return [literal]
    if (/(?:^|\.)localhost\.?$/.test(hostname)) return ['127.0.0.1', '::1']
    const found = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
    const addresses = found.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
    if (addresses.length === 0) throw new DnsError('The name has no address')
    return addresses
  }
}
