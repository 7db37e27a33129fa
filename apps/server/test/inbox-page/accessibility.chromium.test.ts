import { ar } from '@inlet/inbox/languages/ar'
import { en } from '@inlet/inbox/languages/en'
import { rawMail } from '@inlet/testkit'
import { pageTest } from '@inlet/testkit/chromium'
import { looksOfRun } from '@inlet/testkit/left-out'
import { expect } from 'vitest'
import { makeAddress, readerOf, sharedBrowser, startPageWorld } from '../support/inbox-page.ts'
import { errorsIn } from '../support/page-errors.ts'
import { answerWith, endLongPoll, inboxCalls } from '../support/page-obstacles.ts'
import { setLock } from '../support/visits.ts'
import { plainMail } from '../support/world.ts'

const openTab = sharedBrowser()

const looks = [
  { name: 'in light', strings: en, locale: 'en', colorScheme: 'light', width: 1280 },
  { name: 'in dark on a small phone', strings: en, locale: 'en', colorScheme: 'dark', width: 320 },
  { name: 'from right to left on a phone', strings: ar, locale: 'ar', colorScheme: 'light', width: 390 },
] as const

/** Eight runs of axe took 28 s beside other work on two cores. */
const checksMs = 90_000

const optionsOf = ({ locale, colorScheme, width }: (typeof looks)[number]) =>
  ({ locale, colorScheme, viewport: { width, height: 800 }, reducedMotion: 'reduce' }) as const

pageTest.for(looksOfRun('inbox', looks))(
  'axe finds nothing $name, and nothing has to be scrolled sideways',
  { timeout: checksMs },
  async (look) => {
    const { strings } = look
    await using world = await startPageWorld()
    await using visitor = await openTab(optionsOf(look))
    const { page } = visitor
    const { errors, check } = errorsIn(visitor)
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

    expect(errors).toEqual({})
  },
)

pageTest.for(looksOfRun('inbox', looks))(
  'axe finds nothing $name where the page waits, has no server, or is locked',
  { timeout: checksMs },
  async (look) => {
    const { strings } = look
    await using world = await startPageWorld()
    await using visitor = await openTab(optionsOf(look))
    const { page, context } = visitor
    const { errors, check } = errorsIn(visitor)
    const address = `code@${world.hostname}`
    const atInbox = page.getByRole('heading', { level: 1, name: address })
    await world.send(rawMail('otp-482913'), address)

    await page.route(`${inboxCalls}*`, () => {})
    await page.goto(`${world.origin}/${address}`)
    await atInbox.waitFor()
    await check('loading')
    await page.unrouteAll()
    await page.reload()
    await page.getByRole('link', { name: '482913' }).waitFor()
    await page.getByLabel(strings.more).click()
    await page.getByText(strings.clearInbox).waitFor()
    await check('menu')
    await page.keyboard.press('Escape')
    await context.setOffline(true)
    await page.getByText(strings.stateOffline, { exact: true }).waitFor()
    await check('offline')
    // Longer than the check takes on any machine.
    const wait = 600
    await answerWith(visitor, { status: 503, code: 'SERVICE_UNAVAILABLE', wait })
    await context.setOffline(false)
    await page.locator('.connection.is-retrying').waitFor()
    await check('retrying')
    await answerWith(visitor, { status: 429, code: 'TOO_MANY_REQUESTS', wait })
    await endLongPoll(visitor)
    await page.locator('.connection.is-waiting').waitFor()
    await check('rate-limited')
    await answerWith(visitor, { status: 403, code: 'FORBIDDEN' })
    await endLongPoll(visitor)
    await page.getByRole('heading', { name: strings.failedTitle }).waitFor()
    await check('failed')
    await answerWith(visitor, { status: 429, code: 'TOO_MANY_REQUESTS', wait: 60 })
    await page.goto(world.origin)
    await page.getByRole('button', { name: strings.randomAddress }).click()
    await page.locator('.banner').waitFor()
    await check('rate-limited at the start')
    await setLock(world)
    await page.reload()
    await page.getByLabel(strings.password).fill('wrong')
    await page.getByRole('button', { name: strings.unlock, exact: true }).click()
    await page.getByText(strings.passwordWrong).waitFor()
    await check('locked')

    expect(errors).toEqual({})
  },
)

pageTest('on a phone the bin of a row covers nothing else of it', async () => {
  await using world = await startPageWorld()
  await using visitor = await openTab({ viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true })
  const { page } = visitor
  const address = `code@${world.hostname}`
  const long = 'A line that goes on for longer than a phone is wide'
  const mails = [rawMail('otp-482913'), plainMail({ subject: long, text: long }), 'From: <x@elsewhere.example>\r\n\r\n']
  for (const mail of mails) await world.send(mail, address)
  await page.goto(`${world.origin}/${address}`)
  await page.getByRole('listitem').nth(2).waitFor()

  const covered = await page.evaluate(`[...document.querySelectorAll('.row')].map((row) => {
    const bin = row.querySelector('.row-delete').getBoundingClientRect()
    return [...row.querySelectorAll('a > *, .code-chip')].filter((part) => {
      const { left, right, top, bottom } = part.getBoundingClientRect()
      return left < bin.right && right > bin.left && top < bin.bottom && bottom > bin.top
    }).length
  })`)

  expect(covered).toEqual([0, 0, 0])
})
