import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'

interface ReadFlowOptions {
  /** HTTP ports of the servers; each is asked by a client of its own. */
  ports: number[]
  key: string
  /** Listed again and again, and waited for mail in. */
  inbox: string
}

interface FlowAnswer {
  at: number
  server: number
  kind: 'list' | 'held' | 'ready'
  status: number
  retryAfter: string | null
  durationMs: number
  /** Whether the answer shows a mail; a held call's then is a new one. */
  hasMail: boolean
}

/** Reads without an end: lists, held calls and the readiness probe, each asked again as soon as it was answered. */
export interface ReadFlow {
  /** In the order in which they came; a call that got no answer at all has status 0. */
  readonly answers: readonly FlowAnswer[]
  /** Hangs up. */
  stop(): Promise<void>
}

const listed = z.object({ data: z.array(z.object({ id: z.string() })).optional() })
const pauseMs = 250
const waitSeconds = 20

/** Starts the readers. */
export function startReadFlow({ ports, key, inbox }: ReadFlowOptions): ReadFlow {
  const answers: FlowAnswer[] = []
  const stopping = new AbortController()
  const messages = `/v1/inboxes/${inbox}/messages?limit=1`

  async function reader(server: number, kind: FlowAnswer['kind']): Promise<void> {
    let newestId = ''
    while (!stopping.signal.aborted) {
      const held = `${messages}&waitSeconds=${waitSeconds}${newestId && `&after=${newestId}`}`
      const path = { list: messages, held, ready: '/readyz' }[kind]
      const answer = await ask(`http://127.0.0.1:${ports[server]}${path}`)
      if (stopping.signal.aborted) return
      const { data, ...facts } = answer
      newestId = data[0]?.id ?? newestId
      answers.push({ at: performance.now(), server, kind, hasMail: data.length > 0, ...facts })
      await pause(pauseMs)
    }
  }

  async function ask(url: string) {
    const askedAt = performance.now()
    const since = () => performance.now() - askedAt
    try {
      const response = await fetch(url, { headers: { 'x-api-key': key }, signal: stopping.signal })
      const { data = [] } = listed.parse(await response.json())
      const retryAfter = response.headers.get('retry-after')
      return { status: response.status, retryAfter, durationMs: since(), data }
    } catch {
      return { status: 0, retryAfter: null, durationMs: since(), data: [] }
    }
  }

  const kinds = ['list', 'held', 'ready'] as const
  const ended = Promise.all(ports.flatMap((_, server) => kinds.map((kind) => reader(server, kind))))
  return {
    answers,
    async stop() {
      stopping.abort()
      await ended
    },
  }
}
