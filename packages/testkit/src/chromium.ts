import { existsSync } from 'node:fs'
import axe from 'axe-core'
import { type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { test as anywhere, inject } from 'vitest'

const executablePath = '/usr/bin/chromium'

/** Vitest's `test` for a page: skipped on a machine without the browser, except in CI, where it must be there. */
export const pageTest = anywhere.skipIf(!existsSync(executablePath) && !inject('isCi'))

// What a machine without display and user namespaces needs, and no requests of the browser itself.
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Starts Debian's Chromium for several tests. `open` gives each a tab with a profile of its own, which it closes. */
export async function startBrowser(moreArgs: readonly string[] = []) {
  const browser = await chromium.launch({ executablePath, args: [...args, ...moreArgs] })

  async function open(options: BrowserContextOptions = {}) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options })
    // Shorter than a test's time-out, so that a failed wait reports what it waited for.
    context.setDefaultTimeout(60_000)
    const page = await context.newPage()
    const requests: string[] = []
    const complaints: string[] = []
    page.on('request', (request) => void requests.push(request.url()))
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) complaints.push(`${message.type()}: ${message.text()}`)
    })
    page.on('pageerror', (error) => void complaints.push(error.message))
    return { page, context, requests, complaints, [Symbol.asyncDispose]: () => context.close() }
  }
  return { open, [Symbol.asyncDispose]: () => browser.close() }
}

/** Starts Debian's Chromium with an empty profile, with further arguments if need be. `page` is its only tab; `requests` collects its requests, `complaints` its errors and warnings. */
export async function startChromium(viewport = { width: 1280, height: 800 }, moreArgs: readonly string[] = []) {
  const browser = await startBrowser(moreArgs)
  const tab = await browser.open({ viewport })
  return { ...tab, [Symbol.asyncDispose]: () => browser[Symbol.asyncDispose]() }
}

/** What axe-core finds wrong with the page, frames inside it apart: the rule, and the first elements that break it. */
export async function accessibilityErrors(page: Page): Promise<string[]> {
  // Once for each document. The page's own policy does not concern what the browser's debugger runs.
  if (!(await page.evaluate('Boolean(window.axe)'))) await page.evaluate(axe.source)
  return await page.evaluate(`axe.run({ iframes: false }).then(({ violations }) =>
    violations.map(({ id, nodes }) => id + ': ' + nodes.slice(0, 3).map(({ html, failureSummary }) => html.slice(0, 200) + ' ' + failureSummary).join(' | ')))`)
}

/** The contrast (WCAG 2.2, 1.4.3) of the text of each element that a selector matches with its background. */
export const textContrasts = (page: Page, selector: string): Promise<number[]> =>
  page.evaluate(`(() => {
    const luminance = (color) => {
      const [r, g, b] = color.match(/[\\d.]+/g).slice(0, 3).map((part) => part / 255)
        .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
      return 0.2126 * r + 0.7152 * g + 0.0722 * b
    }
    const ground = (element) => {
      const { backgroundColor } = getComputedStyle(element)
      return backgroundColor === 'rgba(0, 0, 0, 0)' ? ground(element.parentElement) : backgroundColor
    }
    return [...document.querySelectorAll(${JSON.stringify(selector)})].map((element) => {
      const [dark, light] = [luminance(getComputedStyle(element).color), luminance(ground(element))].sort((a, b) => a - b)
      return (light + 0.05) / (dark + 0.05)
    })
  })()`)
