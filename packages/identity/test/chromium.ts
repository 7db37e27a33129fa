import { existsSync } from 'node:fs'
import { chromium } from 'playwright-core'

const executablePath = '/usr/bin/chromium'

/** Whether the browser that these tests use is there. */
export const hasChromium = existsSync(executablePath)

// Besides what a machine without display and user namespaces needs: nothing that calls home.
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Debian's Chromium with an empty profile; `page` is its one tab, and everything that it asked for and complained of is noted. */
export async function startChromium(viewport = { width: 1280, height: 800 }) {
  const browser = await chromium.launch({ executablePath, args })
  const context = await browser.newContext({ viewport })
  const page = await context.newPage()
  const requests: string[] = []
  const complaints: string[] = []
  page.on('request', (request) => void requests.push(request.url()))
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(`${message.type()}: ${message.text()}`)
  })
  page.on('pageerror', (error) => void complaints.push(error.message))
  return {
    page,
    context,
    requests,
    complaints,
    [Symbol.asyncDispose]: () => browser.close(),
  }
}
