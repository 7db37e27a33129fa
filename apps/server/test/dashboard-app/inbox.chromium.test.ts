import { rawMail, waitFor } from '@inlet/testkit'
import { pageTest } from '@inlet/testkit/chromium'
import { expect } from 'vitest'
import { openAs, sharedDashboard } from '../support/dashboard-app.ts'
import { clipboardOf, rowOf, sharedBrowser } from '../support/inbox-page.ts'
import { errorsIn } from '../support/page-errors.ts'
import { plainMail } from '../support/world.ts'
import { keepNotices } from './keep-notices.ts'

const openTab = sharedBrowser()
const dashboard = sharedDashboard()

pageTest(
  'a mail appears by itself, its code is copied with a click, and opening it shows it and marks it',
  async () => {
    const world = dashboard()
    await using visitor = await openTab({ permissions: ['clipboard-read', 'clipboard-write'] })
    const { page } = visitor
    const { fullAddress } = await world.address('signups')
    await openAs(visitor, await world.someone('viewer'), `${world.serviceUrl}/inbox`)
    await page.getByText('Waiting for mail').waitFor()

    await world.send(rawMail('otp-482913'), fullAddress)
    const row = rowOf(visitor, '482913')
    await row.getByText('Unread:').waitFor({ state: 'attached' })
    await row.getByRole('button', { name: 'Copy code 482913' }).click()
    await row.getByRole('status').getByText('Copied').waitFor({ state: 'attached' })
    expect(await clipboardOf(visitor)).toBe('482913')
    await row.getByRole('link').click()
    await page.frameLocator('iframe').getByText('Use this verification code').waitFor()
    await row.getByText('Unread:').waitFor({ state: 'detached' })
    expect(await page.locator('iframe').getAttribute('sandbox')).toBe('allow-popups allow-popups-to-escape-sandbox')

    await page.getByRole('tab', { name: 'Links' }).click()
    await page.getByRole('list', { name: 'Links' }).getByText('accounts.northwind.example', { exact: true }).waitFor()
    await page.getByRole('tab', { name: 'Headers' }).click()
    await page.getByRole('term').getByText('Message-ID').first().waitFor()
    await page.getByRole('tab', { name: 'Source' }).click()
    await page.getByRole('region', { name: 'Source of the message' }).getByText('MIME-Version').waitFor()
    expect(new URL(page.url()).searchParams.get('view')).toBe('source')

    await page.getByRole('searchbox').fill('zebra')
    await page.getByText('No results').waitFor()
    await world.send(plainMail({ subject: 'A zebra' }), fullAddress)
    await rowOf(visitor, 'A zebra').waitFor()
    expect(await rowOf(visitor, '482913').count()).toBe(0)
    const remove = page.getByRole('button', { name: 'Delete message' })
    expect(await remove.getAttribute('aria-disabled')).toBe('true')
    await page.goto(`${world.serviceUrl}/inbox`)
    await rowOf(visitor, 'A zebra').waitFor()
    expect(visitor.complaints).toEqual([])
  },
)

pageTest('with the keys alone one goes through the list, opens, deletes and takes it back', async () => {
  const world = dashboard()
  await using visitor = await openTab()
  const { page } = visitor
  const { keyboard } = page
  await keepNotices(visitor)
  const { fullAddress } = await world.address('by-keys')
  for (const subject of ['Third', 'Second', 'First']) await world.send(plainMail({ subject }), fullAddress)
  await openAs(visitor, await world.someone('admin'), `${world.serviceUrl}/inbox/${fullAddress}`)
  await rowOf(visitor, 'Third').waitFor()
  const shown = (subject: string) => page.getByRole('heading', { name: subject, level: 2 })
  const subjects = async () => (await world.messagesOf(fullAddress)).map(({ subject }) => subject)

  await keyboard.press('j')
  await rowOf(visitor, 'First').locator('a:focus').waitFor()
  await keyboard.press('j')
  await rowOf(visitor, 'Second').locator('a:focus').waitFor()
  await keyboard.press('Enter')
  await shown('Second').waitFor()
  await keyboard.press('k')
  await shown('First').waitFor()
  await keyboard.press('e')
  await shown('Second').waitFor()
  await rowOf(visitor, 'First').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Undo' }).click()
  await rowOf(visitor, 'First').waitFor()
  await shown('First').waitFor()
  expect(await subjects()).toEqual(['First', 'Second', 'Third'])
  await keyboard.press('j')
  await shown('Second').waitFor()
  await keyboard.press('j')
  await shown('Third').waitFor()
  await keyboard.press('e')
  await rowOf(visitor, 'Third').waitFor({ state: 'detached' })
  await keyboard.press('z')
  await rowOf(visitor, 'Third').locator('a:focus').waitFor()
  await page.getByRole('button', { name: 'Undo' }).waitFor({ state: 'detached' })
  expect(await subjects()).toEqual(['First', 'Second', 'Third'])
  await shown('Third').waitFor()

  await keyboard.press('k')
  await shown('Second').waitFor()
  await keyboard.press('e')
  await rowOf(visitor, 'Second').waitFor({ state: 'detached' })
  // Whoever leaves the screen takes nothing back any more.
  await keyboard.press('g')
  await keyboard.press('m')
  await page.getByRole('heading', { name: 'Members', level: 1 }).waitFor()
  await waitFor(async () => (await subjects()).join() === 'First,Third')

  await page.goBack()
  await page.getByRole('button', { name: 'Clear', exact: true }).click()
  await page.getByText('2 messages of').waitFor()
  await page.getByLabel('to confirm').fill(fullAddress)
  await page.getByRole('button', { name: 'Delete all messages' }).click()
  await page.getByText('Waiting for mail').waitFor()
  expect(await subjects()).toEqual([])
  expect(visitor.complaints).toEqual([])
})

pageTest('a deletion is offered to be taken back for as long as that is possible, and no longer', async () => {
  const world = dashboard()
  await using visitor = await openTab()
  const { page } = visitor
  const { fullAddress } = await world.address('no-return')
  await world.send(plainMail({ subject: 'Only' }), fullAddress)
  await openAs(visitor, await world.someone('admin'), `${world.serviceUrl}/inbox/${fullAddress}`)
  const undo = page.getByRole('option', { name: 'Undo deletion' })
  await rowOf(visitor, 'Only').waitFor()

  await page.keyboard.press('j')
  await rowOf(visitor, 'Only').locator('a:focus').waitFor()
  await page.keyboard.press('e')
  await page.keyboard.press('Control+k')
  await undo.waitFor()
  await waitFor(async () => (await world.messagesOf(fullAddress)).length === 0)
  await page.keyboard.press('Escape')
  await undo.waitFor({ state: 'detached' })
  await page.keyboard.press('Control+k')
  await page.getByRole('option', { name: 'Members' }).waitFor()

  expect(await undo.count()).toBe(0)
  expect(visitor.complaints).toEqual([])
})

const looks = [
  { colorScheme: 'light', width: 1280 },
  { colorScheme: 'dark', width: 360 },
] as const

pageTest.for(looks)(
  'axe finds nothing in $colorScheme at $width px, and nothing is scrolled sideways',
  async ({ colorScheme, width }) => {
    const world = dashboard()
    await using visitor = await openTab({ colorScheme, viewport: { width, height: 800 }, reducedMotion: 'reduce' })
    const { page } = visitor
    const { errors, check } = errorsIn(visitor)
    const { fullAddress } = await world.address(`looks-${width}`)
    const endless = `${'<b>'.repeat(30)}${'w'.repeat(600)}`
    await world.send(plainMail({ subject: endless, text: `Your code is 482913 ${endless}` }), fullAddress)
    await world.send(rawMail('attachment'), fullAddress)
    await openAs(visitor, await world.someone('owner'), `${world.serviceUrl}/inbox/${fullAddress}`)

    await rowOf(visitor, 'INV-2026').waitFor()
    await page.getByRole('button', { name: 'Filters' }).click()
    await page.getByLabel('Tag', { exact: true }).waitFor()
    await check('list with filters')
    await rowOf(visitor, 'www').getByRole('link').click()
    await page.getByRole('tab', { name: 'Text' }).click()
    await page.getByRole('region', { name: 'Text of the message' }).waitFor()
    await check('text')
    await page.goto(`${world.serviceUrl}/inbox/${fullAddress}?tag=attachment`)
    await rowOf(visitor, 'INV-2026').getByRole('link').click()
    await page.getByRole('button', { name: /^Download / }).waitFor()
    await page.frameLocator('iframe').locator('body').waitFor()
    await check('message with a file')

    expect(errors).toEqual({})
    expect(visitor.complaints).toEqual([])
  },
)
