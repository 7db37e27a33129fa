import { createHmac } from 'node:crypto'
import {
  type AttemptDoc,
  type AttemptOutcome,
  type DeliveryDoc,
  deliveryMessageId,
  type EndedAttempt,
  type WebhookDoc,
  type WebhookTargets,
} from '@inlet/core'
import { Agent, buildConnector } from 'undici'
import {
  BlockedAddress,
  type CallAnswer,
  CallTimeout,
  type CallTimes,
  callOnce,
  DnsError,
  guardedConnector,
  type ResolveHost,
} from './http-call.ts'

/** From the first look at the DNS to the head of the answer (contract, section 10). */
const answerMs = 15_000
/** For the rest of the answer, which decides nothing. */
const bodyMs = 2_000
/** For one address, so that a host with several is tried at another. */
const connectMs = 5_000
const userAgent = 'Inlet-Webhooks/1'

/** What came of one call. */
export type SentCall = Omit<EndedAttempt, 'delivery'>

/** Calls webhooks. */
export interface Sender {
  /** Sends a delivery once. Never rejects but when `signal` is aborted: then nothing is known of the call. */
  send(delivery: DeliveryDoc, webhook: WebhookDoc, signal: AbortSignal): Promise<SentCall>
  close(): Promise<void>
}

interface SenderNeeds {
  targets: WebhookTargets
  resolve: ResolveHost
  now: () => Date
  /** Shorter in tests. */
  times?: CallTimes
}

const usualTimes = { answerMs, bodyMs }

/** Makes a sender with its connections, which are kept open for the next call of the same host. */
export function createSender({ targets, resolve, now, times = usualTimes }: SenderNeeds): Sender {
  const connect = guardedConnector({
    targets,
    resolve,
    connect: buildConnector({ timeout: connectMs, allowH2: false }),
  })
  const agent = new Agent({ connect, pipelining: 1, headersTimeout: times.answerMs })

  return {
    async send(delivery, webhook, signal) {
      const at = now()
      const startedAt = performance.now()
      const durationMs = () => Math.round(performance.now() - startedAt)
      try {
        const url = new URL(webhook.url)
        const request = {
          origin: url.origin,
          path: url.pathname + url.search,
          method: 'POST' as const,
          headers: headersOf(delivery, webhook, at),
          body: delivery.payload,
        }
        const answer = await callOnce(agent, { request, times, signal })
        const attempt = {
          at,
          durationMs: durationMs(),
          status: answer.statusCode,
          error: answerError(answer),
          responseBody: answer.body,
        }
        return { attempt, outcome: outcomeOf(answer), retryAfterMs: retryAfterMs(answer, at) }
      } catch (error) {
        signal.throwIfAborted()
        const attempt = { at, durationMs: durationMs(), status: null, error: callError(error), responseBody: '' }
        return { attempt, outcome: 'failed', retryAfterMs: null }
      }
    },
    close: () => agent.destroy(),
  }
}

function headersOf(delivery: DeliveryDoc, webhook: WebhookDoc, at: Date): Record<string, string> {
  const id = deliveryMessageId(delivery._id)
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const { payload } = delivery
  const valid = webhook.secrets.filter(({ expiresAt }) => expiresAt === null || expiresAt > at)
  return {
    'content-type': 'application/json',
    'user-agent': userAgent,
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': valid.map(({ value }) => signDelivery(value, { id, timestamp, payload })).join(' '),
  }
}

type Answer = Pick<CallAnswer, 'statusCode' | 'headers'>

const isRedirect = ({ statusCode }: Answer) => statusCode >= 300 && statusCode < 400

const answerError = (answer: Answer): AttemptDoc['error'] => (isRedirect(answer) ? 'redirect' : null)

function outcomeOf({ statusCode }: Answer): AttemptOutcome {
  if (statusCode >= 200 && statusCode < 300) return 'succeeded'
  return statusCode === 410 ? 'gone' : 'failed'
}

/** The only form of a date that is sent today; `Date.parse` takes nearly everything. */
const httpDate = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/

/** Seconds or a date (RFC 9110 §10.2.3); null where the header is absent or is neither. */
function retryAfterMs({ statusCode, headers }: Answer, at: Date): number | null {
  const value = headers['retry-after']
  if ((statusCode !== 429 && statusCode !== 503) || typeof value !== 'string') return null
  if (/^\d{1,10}$/.test(value)) return Number(value) * 1000
  const date = httpDate.test(value) ? Date.parse(value) : Number.NaN
  return Number.isNaN(date) ? null : Math.max(0, date - at.getTime())
}

const timeoutCodes = new Set(['UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_HEADERS_TIMEOUT', 'ETIMEDOUT'])

/** Codes of Node for certificates that are not accepted, and of OpenSSL. */
const tlsCode = /^(?:ERR_TLS_|ERR_SSL_|CERT_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|HOSTNAME_MISMATCH|INVALID_CA|EPROTO)/

function callError(error: unknown): AttemptDoc['error'] {
  if (error instanceof BlockedAddress) return 'blocked_address'
  if (error instanceof DnsError) return 'dns'
  const code = codeOf(error)
  if (error instanceof CallTimeout || timeoutCodes.has(code)) return 'timeout'
  return tlsCode.test(code) ? 'tls' : 'connection'
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : '')

const secretPrefix = 'whsec_'

/** What is signed: the id and time that the headers say, and the body as it is sent. */
interface SignedContent {
  id: string
  /** Seconds since the epoch. */
  timestamp: string
  payload: string
}

/**
 * One signature of Standard Webhooks 1.0, as in the header `webhook-signature`. `secret` is `whsec_` and bytes in Base64. Not the
 * library's: its SHA-256 is written in JavaScript and costs a call as much as its connection does.
 */
function signDelivery(secret: string, { id, timestamp, payload }: SignedContent): string {
  const key = Buffer.from(secret.slice(secretPrefix.length), 'base64')
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${payload}`).digest('base64')}`
}
