import { Agent, get, type IncomingMessage } from 'node:http'
import type { ServedProduct } from '../served-product.ts'

/** A mail by the detail of its recipient, in the event that reports it. */
const mailTag = /"plus:(\d+)"/g
/** Longer than a tag: what is cut between two chunks is found with the end of the first. */
const keptChars = 40

/** Clients of the live feed of the demo's service, each over a connection of its own. */
export interface OpenFeeds extends Disposable {
  /** When clients received the event of each mail, by its number; in ms since the epoch. */
  reportedAt: ReadonlyMap<number, number[]>
  /** Clients that got a position: the server has opened their feeds. */
  connected(): number
  /** Clients whose connection has ended. */
  ended(): number
}

/** Opens feeds, twenty at a time. @throws when one is refused */
export async function openFeeds({ demo }: ServedProduct, count: number): Promise<OpenFeeds> {
  const input = encodeURIComponent(JSON.stringify({ serviceId: demo.service.id }))
  const url = new URL(`/trpc/live?input=${input}`, demo.baseUrl)
  const headers = { authorization: `Bearer ${demo.accessToken}` }
  const agent = new Agent()
  const reportedAt = new Map<number, number[]>()
  let connected = 0
  let ended = 0

  function listen(response: IncomingMessage): void {
    let rest = ''
    response.setEncoding('latin1')
    response.once('data', () => {
      connected += 1
    })
    response.on('data', (chunk: string) => {
      const now = performance.timeOrigin + performance.now()
      const text = rest + chunk
      let end = 0
      for (const { 0: tag, 1: mail, index } of text.matchAll(mailTag)) {
        end = index + tag.length
        const reports = reportedAt.get(Number(mail))
        if (reports) reports.push(now)
        else reportedAt.set(Number(mail), [now])
      }
      rest = text.slice(Math.max(end, text.length - keptChars))
    })
    response.on('error', () => {})
    response.once('close', () => {
      ended += 1
    })
  }

  const open = () =>
    new Promise<void>((resolve, reject) => {
      const request = get(url, { agent, headers }, (response) => {
        if (response.statusCode !== 200) return reject(new Error(`a live feed was refused: ${response.statusCode}`))
        listen(response)
        resolve()
      })
      request.once('error', reject)
    })
  let left = count
  const openInTurn = async () => {
    for (; left > 0; ) {
      left -= 1
      await open()
    }
  }
  await Promise.all(Array.from({ length: 20 }, openInTurn))
  return { reportedAt, connected: () => connected, ended: () => ended, [Symbol.dispose]: () => agent.destroy() }
}
