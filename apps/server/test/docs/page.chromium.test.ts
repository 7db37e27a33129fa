import { accessibilityErrors, startChromium, pageTest as test, textContrasts } from '@inlet/testkit/chromium'
import { expect } from 'vitest'
import { operations } from '../support/contract-document.ts'
import { docsPaths } from '../support/docs-blocks.ts'
import { sharedServer } from '../support/shared-server.ts'

const http = { settings: { INLET_ROLE: 'http' } }
const newWorld = sharedServer(http)
const widths = '[document.documentElement.scrollWidth, innerWidth]'
/** One page of each kind. */
const kinds = ['/docs', '/docs/guides/webhook-receivers', '/docs/guides/tags', '/docs/api/messages', '/docs/api/errors']

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
    const contrasts: number[] = []
    for (const path of kinds) {
      await page.goto(`${world.baseUrl}${path}`)
      expect(await page.evaluate(widths), path).toEqual([width, width])
      contrasts.push(...(await textContrasts(page, 'h1, h2, h3, p, dt, dd, td, a, code, button, summary, span')))
      expect(await accessibilityErrors(page), path).toEqual([])
    }
    expect(contrasts).toSatisfy((all: number[]) => all.length > 200 && Math.min(...all) >= 4.5)
  }

  const loaded = chromium.requests.filter((url) => !url.startsWith('data:'))
  expect(new Set(loaded)).toEqual(new Set(kinds.map((path) => `${world.baseUrl}${path}`)))
  expect(chromium.complaints).toEqual([])
})

test('every operation has its place in /docs, and every link inside the page leads somewhere', async () => {
  const world = await newWorld()
  await using chromium = await startChromium()
  const { page } = chromium
  const places = new Set<string>()
  const links: string[] = []
  const sections = new Map<string, string>()

  for (const path of await docsPaths(world)) {
    await page.goto(`${world.baseUrl}${path}`)
    const ids: string[] = await page.evaluate(`[...document.querySelectorAll('[id]')].map(({ id }) => id)`)
    expect(new Set(ids).size, path).toBe(ids.length)
    for (const place of [path, ...ids.map((id) => `${path}#${id}`)]) places.add(place)
    links.push(
      ...(await page.evaluate<string[]>(
        `[...document.links].filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith('/docs')).map(({ pathname, hash }) => pathname + hash)`,
      )),
    )
    const texts = await page.evaluate<[string, string][]>(
      `[...document.querySelectorAll('section.operation')].map(({ id, textContent }) => [id, textContent])`,
    )
    for (const [id, text] of texts) sections.set(id, text)
  }

  for (const { operationId, path, responses } of operations) {
    expect(sections.get(operationId), operationId).toContain(path)
    for (const status of responses.keys()) expect(sections.get(operationId), operationId).toContain(String(status))
  }
  expect(links.length).toBeGreaterThan(operations.length)
  expect(links.filter((link) => !places.has(link))).toEqual([])
})

test('the address that a place had when /docs was one page leads to where the place is now', async () => {
  const world = await newWorld()
  await using chromium = await startChromium()
  const { page } = chromium
  const moved = {
    quickstart: 'guides/quickstart',
    'typed-client': 'guides/quickstart#typed-client',
    waiting: 'guides/waiting',
    tags: 'guides/tags',
    basics: 'api/basics',
    'web-inbox': 'api/web-inbox',
    createAddress: 'api/addresses#createAddress',
    errors: 'api/errors',
    'error-429': 'api/errors#error-429',
    objects: 'api/objects',
    'object-message': 'api/objects#object-message',
  }

  for (const [anchor, place] of Object.entries(moved)) {
    await page.goto('about:blank')
    await page.goto(`${world.baseUrl}/docs#${anchor}`)
    await page.waitForURL(`${world.baseUrl}/docs/${place}`)
  }
  await page.goto(`${world.baseUrl}/docs#guides`)
  expect(await page.locator('#guides').isVisible()).toBe(true)
  const ids: string[] = JSON.parse((await world.call('/docs/find.json')).text).map(({ id }: { id: string }) => id)
  for (const { operationId } of operations) expect(ids).toContain(operationId)
  expect(chromium.complaints).toEqual([])
})

test('samples in several languages are tabs that the arrow keys choose, and all of them are printed', async () => {
  const world = await newWorld()
  await using chromium = await startChromium()
  const { page } = chromium
  await page.goto(`${world.baseUrl}/docs/guides/webhook-receivers`)
  const shown = () => page.locator('.tabs pre:visible').evaluateAll((all) => all.map((pre) => pre.ariaLabel))

  expect(await shown()).toEqual(['A receiver in Node'])
  await page.getByRole('tab', { name: 'Node.js' }).focus()
  await page.keyboard.press('ArrowRight')
  expect(await shown()).toEqual(['A receiver in Python'])
  expect(await page.getByRole('tab', { selected: true }).textContent()).toBe('Python')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  expect(await shown()).toEqual(['A receiver in Java'])
  await page.emulateMedia({ media: 'print' })
  expect(await shown()).toHaveLength(4)
  expect(await page.getByRole('navigation').count()).toBe(0)
})

test('with the keyboard alone a reader can skip to the content, use the table of contents and copy an example', async () => {
  const world = await newWorld()
  await using chromium = await startChromium({ width: 390, height: 844 })
  const { page, context } = chromium
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: world.baseUrl })
  await page.goto(`${world.baseUrl}/docs/api/addresses`)
  const focused = () => page.evaluate<string>('document.activeElement.textContent')

  await page.keyboard.press('Tab')
  expect(await focused()).toBe('Skip to the content')
  await page.locator('.side summary').focus()
  await page.keyboard.press('Enter')
  const links = await page.locator('.side a').count()
  const walkTo = async (name: string) => {
    for (let tabs = 0; tabs <= links && !(await focused()).startsWith(name); tabs += 1) await page.keyboard.press('Tab')
  }
  await walkTo('Create an address')
  await page.keyboard.press('Enter')
  await page.waitForURL(`${world.baseUrl}/docs/api/addresses#createAddress`)
  expect(await page.locator('.list').isVisible()).toBe(false)

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
  await page.goto(`${world.baseUrl}/docs/api/web-inbox`)
  const current = page.locator('nav a[aria-current=location]')

  for (const anchor of ['readPublicInbox', 'readLogo', 'readPlatformDomainAllowed', 'unlockService']) {
    await page.evaluate(`document.getElementById('${anchor}').scrollIntoView()`)
    await page.locator(`nav a[href="#${anchor}"][aria-current=location]`).waitFor()
    expect(await current.count(), anchor).toBe(1)
    expect(await page.evaluate(insideContents), anchor).toBe(true)
  }
  expect(chromium.complaints).toEqual([])
})

const insideContents = `(() => {
  const [link, nav] = [document.querySelector('[aria-current=location]'), document.querySelector('nav')].map((each) => each.getBoundingClientRect())
  return link.top >= nav.top && link.bottom <= nav.bottom
})()`

test('the key / opens the filter, which finds a call, a field or an error code anywhere in the page, and Enter leads there', async () => {
  const world = await newWorld()
  await using chromium = await startChromium({ width: 390, height: 844 })
  const { page } = chromium
  await page.goto(`${world.baseUrl}/docs`)
  const said = (text: string) => page.locator('.find [role=status]').getByText(text, { exact: true }).waitFor()
  const found = page.locator('.found a')

  await page.keyboard.press('/')
  await page.keyboard.type('idempotency-key')
  await said('1 result')
  expect(await found.allTextContents()).toEqual(['Create an address POSTAddresses'])
  await page.keyboard.press('Enter')
  await page.waitForURL(`${world.baseUrl}/docs/api/addresses#createAddress`)

  await page.keyboard.press('/')
  await page.keyboard.type('session_required')
  await found.first().waitFor()
  const titles = await found.locator('b').allTextContents()
  expect(titles).toContain('401 UNAUTHORIZED')
  expect(titles).toContain('A visit with curl')
  await page.keyboard.press('ArrowDown')
  expect(await page.evaluate('document.activeElement === document.querySelector(".found a")')).toBe(true)
  await page.keyboard.press('ArrowUp')
  expect(await page.evaluate('document.activeElement.type')).toBe('search')
  await page.keyboard.press('Escape')
  await page.locator('.list').waitFor()
  expect(await found.count()).toBe(0)
  await page.keyboard.type('zebra crossing')
  await said('Nothing found')
  expect(await page.locator('.list').isVisible()).toBe(false)
  expect(chromium.complaints).toEqual([])
})

test('without its script the page has an open table of contents, and no filter field', async () => {
  const world = await newWorld()
  await using chromium = await startChromium()
  const context = await chromium.context.browser()?.newContext({ javaScriptEnabled: false })
  const page = await context?.newPage()
  if (!page) throw new Error('no page')
  await page.goto(`${world.baseUrl}/docs/api/addresses`)

  expect(await page.getByRole('searchbox').isVisible()).toBe(false)
  const contents = page.getByRole('navigation', { name: 'Documentation' })
  expect(await contents.getByRole('link', { name: 'Create an address' }).isVisible()).toBe(true)
  expect(await contents.getByRole('link', { name: 'Errors' }).isVisible()).toBe(true)
  await page.goto(`${world.baseUrl}/docs/guides/webhook-receivers`)
  expect(await page.locator('.tabs pre:visible').count()).toBe(4)
})

test('the table of contents says what each call does, and the example for listing messages waits', async () => {
  const world = await newWorld()
  await using chromium = await startChromium()
  const { page } = chromium
  await page.goto(`${world.baseUrl}/docs/api/messages`)

  const titles = await page.locator('nav a').allTextContents()

  expect(titles).toContain('Read a message and mark it read GET')
  for (const { operationId } of operations) expect(titles.join('\n')).not.toContain(operationId)
  expect(await page.locator('#listMessages .code').first().textContent()).toContain('-d hasOtp=true -d waitSeconds=30')
})
