import { startChromium, pageTest as test, textContrasts } from '@inlet/testkit/chromium'
import { expect } from 'vitest'
import { operations } from '../support/contract-document.ts'
import { sharedServer } from '../support/shared-server.ts'

const http = { settings: { INLET_ROLE: 'http' } }
const newWorld = sharedServer(http)
const widths = '[document.documentElement.scrollWidth, innerWidth]'

test.each([
  { device: 'a small phone', width: 320 },
  { device: 'a phone', width: 390 },
  { device: 'a desk', width: 1280 },
])('/docs fits $device, loads nothing from elsewhere and has nothing to complain of', async ({ width }) => {
  const world = await newWorld()
  await using chromium = await startChromium({ width, height: 844 })
  const { page } = chromium

  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.goto(`${world.baseUrl}/docs`)
    expect(await page.evaluate(widths)).toEqual([width, width])
    expect(await textContrasts(page, 'h1, h2, h3, h4, p, dt, dd, a, code, button, summary, span')).toSatisfy(
      (all: number[]) => all.length > 200 && Math.min(...all) >= 4.5,
    )
  }

  const loaded = chromium.requests.filter((url) => !url.startsWith('data:'))
  expect(new Set(loaded)).toEqual(new Set([`${world.baseUrl}/docs`]))
  expect(chromium.complaints).toEqual([])
})

test('every operation has its place in /docs, and every link inside the page leads somewhere', async () => {
  const world = await newWorld()
  await using chromium = await startChromium()
  const { page } = chromium
  await page.goto(`${world.baseUrl}/docs`)

  for (const { operationId, path, responses } of operations) {
    const section = page.locator(`section#${operationId}`)
    expect(await section.textContent(), operationId).toContain(path)
    for (const status of responses.keys()) expect(await section.textContent(), operationId).toContain(String(status))
  }
  const dead = await page.evaluate(
    `[...document.querySelectorAll('a[href^="#"]')].map((a) => a.hash.slice(1)).filter((id) => !document.getElementById(id))`,
  )
  expect(dead).toEqual([])
  expect(await page.evaluate(`[...document.querySelectorAll('[id]')].map(({ id }) => id).sort()`)).toSatisfy(
    (ids: string[]) => new Set(ids).size === ids.length,
  )
})

test('with the keyboard alone a reader can skip to the content, use the table of contents and copy an example', async () => {
  const world = await newWorld()
  await using chromium = await startChromium({ width: 390, height: 844 })
  const { page, context } = chromium
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: world.baseUrl })
  await page.goto(`${world.baseUrl}/docs`)
  const focused = () => page.evaluate('document.activeElement.textContent')

  await page.keyboard.press('Tab')
  expect(await focused()).toBe('Skip to the content')
  await page.locator('nav summary').focus()
  await page.keyboard.press('Enter')
  const links = await page.locator('nav a').count()
  for (let tabs = 0; tabs <= links && (await focused()) !== 'Errors'; tabs += 1) await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.waitForURL(`${world.baseUrl}/docs#errors`)
  expect(await page.locator('nav ul').first().isVisible()).toBe(false)

  const block = page.locator('#createAddress .code').first()
  await block.locator('pre').focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByRole('status').getByText('Copied').waitFor()
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(await block.locator('code').textContent())
  expect(chromium.complaints).toEqual([])
})

test('the table of contents marks the current section while the page scrolls, and scrolls to it', async () => {
  const world = await newWorld()
  await using chromium = await startChromium({ width: 1280, height: 600 })
  const { page } = chromium
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto(`${world.baseUrl}/docs`)
  const current = page.locator('nav a[aria-current=location]')

  for (const anchor of ['waiting', 'listMessages', 'errors', 'object-message', 'quickstart']) {
    await page.evaluate(`document.getElementById('${anchor}').scrollIntoView()`)
    await page.locator(`nav a[href="#${anchor}"][aria-current=location]`).waitFor()
    expect(await current.count(), anchor).toBe(1)
    expect(await page.evaluate(insideContents), anchor).toBe(true)
  }
  expect(chromium.complaints).toEqual([])
})

const insideContents = `(() => {
  const [link, nav] = [document.querySelector('[aria-current]'), document.querySelector('nav')].map((each) => each.getBoundingClientRect())
  return link.top >= nav.top && link.bottom <= nav.bottom
})()`

test('the key / opens the filter, which finds a call, a field or an error code anywhere in the page, and Enter leads there', async () => {
  const world = await newWorld()
  await using chromium = await startChromium({ width: 390, height: 844 })
  const { page } = chromium
  await page.goto(`${world.baseUrl}/docs`)
  const shown = () => page.locator('nav ul ul a:visible').allTextContents()

  await page.keyboard.press('/')
  await page.keyboard.type('idempotency-key')
  expect(await shown()).toEqual(['Create an address POST'])
  expect(await page.locator('.find [role=status]').textContent()).toMatch(/^\d+ places?$/)
  await page.keyboard.press('Enter')
  await page.waitForURL(`${world.baseUrl}/docs#createAddress`)

  await page.keyboard.press('/')
  await page.keyboard.press('Escape')
  expect((await shown()).length).toBeGreaterThan(operations.length)
  await page.keyboard.type('zebra crossing')
  expect(await shown()).toEqual([])
  expect(await page.locator('.find [role=status]').textContent()).toBe('Nothing found')
  expect(chromium.complaints).toEqual([])
})

test('without its script the page has an open table of contents, and no filter field', async () => {
  const world = await newWorld()
  await using chromium = await startChromium()
  const context = await chromium.context.browser()?.newContext({ javaScriptEnabled: false })
  const page = await context?.newPage()
  if (!page) throw new Error('no page')
  await page.goto(`${world.baseUrl}/docs`)

  expect(await page.getByRole('searchbox').isVisible()).toBe(false)
  expect(await page.getByRole('link', { name: 'Create an address' }).first().isVisible()).toBe(true)
})

test('the table of contents says what each call does, and the example for listing messages waits', async () => {
  const world = await newWorld()
  await using chromium = await startChromium()
  const { page } = chromium
  await page.goto(`${world.baseUrl}/docs`)

  const titles = await page.locator('nav a').allTextContents()

  for (const { operationId } of operations) expect(titles.join('\n')).not.toContain(operationId)
  expect(await page.locator('#listMessages .code').first().textContent()).toContain('-d hasOtp=true -d waitSeconds=30')
})
