import { existsSync } from 'node:fs'
import { chromium, type Page } from 'playwright-core'
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

/** Starts Debian's Chromium with an empty profile. `page` is its only tab; `requests` collects its requests, `complaints` its errors and warnings. */
export async function startChromium(viewport = { width: 1280, height: 800 }) {
  const browser = await chromium.launch({ executablePath, args })
  const context = await browser.newContext({ viewport })
  // Shorter than a test's time-out, so that a failed wait reports what it waited for.
  context.setDefaultTimeout(20_000)
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
