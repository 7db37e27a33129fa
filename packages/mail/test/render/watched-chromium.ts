import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startChromium } from '@inlet/testkit/chromium'
import { z } from 'zod'

/** What pages did in a watched browser. */
export interface Seen {
  /** The numbers with which scripts called `hit`. */
  hits: Set<string>
  /** Everything that was requested, other than the pages of the test themselves. */
  requests: Set<string>
  dialogs: number
  /** New tabs and windows, and downloads. */
  popUps: number
  /** Frames and pages that went to another document. */
  navigations: Set<string>
}

/** Each name of a host that the mails load from is looked up as this one, which Chromium itself resolves to this machine. */
const trap = 'trap.localhost'

/** Starts a browser that reports all that pages do, and a server for them. No host name of a mail leaves this machine. */
export async function startWatchedChromium() {
  const folder = mkdtempSync(join(tmpdir(), 'inlet-render-'))
  const netLog = join(folder, 'net.json')
  // The browser asks for the icon by itself.
  const pages = new Map([['/favicon.ico', '']])
  const seen: Seen = { hits: new Set(), requests: new Set(), dialogs: 0, popUps: 0, navigations: new Set() }
  const server = createServer((request, response) => {
    const page = pages.get(request.url ?? '')
    if (page === undefined) seen.requests.add(request.url ?? '')
    response.writeHead(page === undefined ? 404 : 200, { 'Content-Type': 'text/html; charset=utf-8' }).end(page)
  })
  const origin = await listening(server)
  const chromium = await startChromium(undefined, [
    `--host-resolver-rules=MAP *.attacker.example ${trap}`,
    `--log-net-log=${netLog}`,
  ])
  const { page, context } = chromium
  await context.addInitScript("window.hit = (n) => console.log('hit ' + n)")
  page.on('console', (message) => {
    const [, n] = /^hit (\S+)$/.exec(message.text()) ?? []
    if (n !== undefined) seen.hits.add(n)
  })
  page.on('dialog', (dialog) => {
    seen.dialogs += 1
    void dialog.dismiss()
  })
  page.on('download', () => {
    seen.popUps += 1
  })
  context.on('page', () => {
    seen.popUps += 1
  })
  page.on('framenavigated', (frame) => {
    const url = frame.url().replace(origin, '')
    if (!pages.has(url) && url !== 'about:srcdoc' && url !== 'about:blank') seen.navigations.add(url)
  })
  page.on('request', (request) => {
    const url = request.url().replace(origin, '')
    if (!pages.has(url) && !url.startsWith('data:image/')) seen.requests.add(url)
  })

  let shown = 0
  return {
    page,
    seen,
    /** Shows a page and waits until the browser has loaded all of it and has nothing more to do. */
    async show(html: string): Promise<void> {
      shown += 1
      const path = `/page-${shown}`
      pages.set(path, html)
      await page.goto(origin + path)
      await page.evaluate(
        'new Promise((done) => requestAnimationFrame(() => requestIdleCallback(done, { timeout: 1000 })))',
      )
    },
    /** Ends the browser. @returns how often it looked up a host name of the mails, by whatever means */
    async lookUps(): Promise<number> {
      await chromium[Symbol.asyncDispose]()
      return lookUpsIn(readFileSync(netLog, 'utf8'))
    },
    async [Symbol.asyncDispose]() {
      await chromium[Symbol.asyncDispose]()
      server.close()
      server.closeAllConnections()
      rmSync(folder, { recursive: true })
    },
  }
}

async function listening(server: Server): Promise<string> {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address: AddressInfo | string | null = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port')
  return `http://127.0.0.1:${address.port}`
}

const netLogSchema = z.object({
  events: z.array(z.object({ params: z.object({ host: z.string().optional() }).optional() })),
})

const lookUpsIn = (netLog: string): number =>
  netLogSchema.parse(JSON.parse(netLog)).events.filter(({ params }) => params?.host?.includes(trap)).length
