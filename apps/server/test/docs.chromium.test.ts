import { hasChromium, startChromium, textContrasts } from '@inlet/testkit/chromium'
import { test as anywhere, expect } from 'vitest'
import { operations } from './contract-document.ts'
import { startWorld } from './world.ts'

// `.ci/run` installs it; a machine without it runs all other tests.
const test = anywhere.skipIf(!hasChromium)

const http = { settings: { INLET_ROLE: 'http' } }
const widths = '[document.documentElement.scrollWidth, innerWidth]'

test.each([
  { device: 'a small phone', width: 320 },
  { device: 'a phone', width: 390 },
  { device: 'a desk', width: 1280 },
])('/docs fits $device, loads nothing from elsewhere and has nothing to complain of', async ({ width }) => {
  await using world = await startWorld(http)
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
  await using world = await startWorld(http)
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

test('with the keyboard alone one gets to the content, through the contents, and copies an example', async () => {
  await using world = await startWorld(http)
  await using chromium = await startChromium({ width: 390, height: 844 })
  const { page, context } = chromium
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: world.baseUrl })
  await page.goto(`${world.baseUrl}/docs`)
  const focused = () => page.evaluate('document.activeElement.textContent')

  await page.keyboard.press('Tab')
  expect(await focused()).toBe('Skip to the content')
  await page.locator('nav summary').focus()
  await page.keyboard.press('Enter')
  for (let tabs = 0; tabs < 20 && (await focused()) !== 'Errors'; tabs += 1) await page.keyboard.press('Tab')
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
