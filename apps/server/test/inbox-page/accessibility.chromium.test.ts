import { ar } from '@inlet/inbox/languages/ar'
import { en } from '@inlet/inbox/languages/en'
import { rawMail } from '@inlet/testkit'
import { accessibilityFaults, pageTest } from '@inlet/testkit/chromium'
import { expect } from 'vitest'
import { makeAddress, readerOf, sharedBrowser, sidewaysPixels, startPageWorld } from '../support/inbox-page.ts'

const openTab = sharedBrowser()

pageTest.for([
  { name: 'in light', strings: en, locale: 'en', colorScheme: 'light', width: 1280 },
  { name: 'in dark on a small phone', strings: en, locale: 'en', colorScheme: 'dark', width: 320 },
  { name: 'from right to left on a phone', strings: ar, locale: 'ar', colorScheme: 'light', width: 390 },
] as const)('axe finds nothing $name, and nothing has to be scrolled sideways', async (how) => {
  const { strings, locale, colorScheme, width } = how
  await using world = await startPageWorld()
  const viewport = { width, height: 800 }
  await using visitor = await openTab({ locale, colorScheme, viewport, reducedMotion: 'reduce' })
  const { page } = visitor
  const faults: Record<string, unknown> = {}
  const check = async (state: string) => {
    faults[state] = [...(await accessibilityFaults(page)), ...((await sidewaysPixels(visitor)) > 0 ? ['sideways'] : [])]
  }
  const secret = await world.integratorAddress('secret', 'password')

  await page.goto(world.origin)
  await page.getByRole('heading', { name: strings.startTitle }).waitFor()
  await check('start')
  const address = await makeAddress(visitor, strings)
  await page.getByRole('heading', { name: strings.emptyTitle }).waitFor()
  await check('empty')
  await page.getByRole('button', { name: strings.share, exact: true }).click()
  await page.getByRole('img', { name: strings.qrLabel }).waitFor()
  await check('share')
  await page.keyboard.press('Escape')
  for (const mail of ['newsletter', 'attachment', 'otp-482913'] as const) await world.send(rawMail(mail), address)
  const rows = page.getByRole('region', { name: strings.inbox, exact: true }).getByRole('listitem')
  await rows.nth(2).waitFor()
  await check('list')
  await rows.first().getByRole('link').click()
  await readerOf(visitor, strings).locator('iframe').waitFor()
  await check('message')
  await page.goto(`${world.origin}/${secret}`)
  await page.getByRole('heading', { name: strings.protectedTitle }).waitFor()
  await check('protected')
  await page.goto(`${world.origin}/nothing`)
  await page.getByRole('link', { name: strings.toStart }).waitFor()
  await check('nothing')

  expect(faults).toEqual(Object.fromEntries(Object.keys(faults).map((state) => [state, []])))
})
