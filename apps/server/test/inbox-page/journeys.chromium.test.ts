import { ar } from '@inlet/inbox/languages/ar'
import { en } from '@inlet/inbox/languages/en'
import { rawMail, waitFor } from '@inlet/testkit'
import { pageTest } from '@inlet/testkit/chromium'
import { isLeftOut } from '@inlet/testkit/left-out'
import { expect } from 'vitest'
import {
  clipboardOf,
  makeAddress,
  readerOf,
  rowOf,
  sharedBrowser,
  sidewaysPixels,
  startPageWorld,
  textIn,
} from '../support/inbox-page.ts'
import { plainMail } from '../support/world.ts'

const openTab = sharedBrowser()
const rareTest = isLeftOut('inbox') ? pageTest.skip : pageTest
const otpSubject = 'Your Northwind verification code is 482913'
const mayCopy = { permissions: ['clipboard-read', 'clipboard-write'] }

pageTest('a visitor makes an address, its mail appears by itself, and the code is copied with one tap', async () => {
  await using world = await startPageWorld()
  await using visitor = await openTab(mayCopy)
  const { page } = visitor
  await page.goto(world.origin)

  const address = await makeAddress(visitor, en)
  await page.getByRole('heading', { name: en.emptyTitle }).waitFor()
  await page.getByText(en.stateLive, { exact: true }).waitFor()
  await world.send(rawMail('otp-482913'), address)
  await rowOf(visitor, otpSubject).waitFor()

  expect(await page.title()).toBe(`(1) ${address} – Tests`)
  await page.getByText(textIn(en, 'announceMessage', { from: 'Northwind Accounts', subject: otpSubject })).waitFor()
  await page.getByRole('button', { name: `${en.copyCode} 482913` }).click()
  await page.getByRole('button', { name: en.copied }).waitFor()
  expect(await clipboardOf(visitor)).toBe('482913')
  await page.getByRole('button', { name: en.copy, exact: true }).click()
  await waitFor(async () => (await clipboardOf(visitor)) === address)
  expect(visitor.complaints).toEqual([])
})

pageTest('a message is read in its frame, deleted, and brought back', async () => {
  await using world = await startPageWorld()
  await using visitor = await openTab(mayCopy)
  const { page } = visitor
  await page.goto(world.origin)
  const address = await makeAddress(visitor, en)
  await world.send(rawMail('otp-482913'), address)

  await rowOf(visitor, otpSubject).getByRole('link').click()
  await page.getByRole('heading', { name: otpSubject }).waitFor()
  await readerOf(visitor, en).locator('iframe').contentFrame().getByText('Use this verification code').waitFor()
  await waitFor(async () => (await page.title()) === `${address} – Tests`)
  await readerOf(visitor, en).getByRole('button', { name: en.copyCode }).click()
  await page.getByRole('button', { name: en.viewText }).click()
  await readerOf(visitor, en).getByText('Use this verification code').waitFor()
  await page.getByText(textIn(en, 'linkCount', { count: 1 })).click()
  await page.getByText('accounts.northwind.example', { exact: true }).waitFor()

  await readerOf(visitor, en)
    .getByRole('button', { name: textIn(en, 'deleteMessage', { subject: otpSubject }) })
    .click()
  await page.getByRole('heading', { name: en.emptyTitle }).waitFor()
  await page.getByRole('button', { name: en.undo }).click()

  await rowOf(visitor, otpSubject).waitFor()
  expect(await clipboardOf(visitor)).toBe('482913')
  expect(await world.messagesOf(address)).toMatchObject([{ subject: otpSubject, isRead: true }])
  expect(visitor.complaints).toEqual([])
})

rareTest('a mail without text says so, instead of showing an empty frame', async () => {
  await using world = await startPageWorld()
  await using visitor = await openTab()
  const { page } = visitor
  await page.goto(world.origin)
  const address = await makeAddress(visitor, en)
  await world.send('Subject: Nothing to read\r\nContent-Type: text/html\r\n\r\n<div> </div>\r\n', address)

  await rowOf(visitor, 'Nothing to read').getByRole('link').click()

  await readerOf(visitor, en).getByText(en.noText).waitFor()
  expect(await readerOf(visitor, en).locator('iframe').count()).toBe(0)
})

pageTest('a link of an app is shown with its scheme, and opens it only after a question', async () => {
  await using world = await startPageWorld()
  await using visitor = await openTab()
  const { page } = visitor
  await page.goto(world.origin)
  const address = await makeAddress(visitor, en)
  const html = '<a href="orbit://verify?token=abc_">Open Orbit</a>'
  await world.send(`Subject: Verify\r\nContent-Type: text/html\r\n\r\n${html}\r\n`, address)

  await rowOf(visitor, 'Verify').getByRole('link').click()
  await page.getByText(textIn(en, 'linkCount', { count: 1 })).click()
  await page.getByText('orbit://', { exact: true }).waitFor()
  expect(await page.getByRole('link', { name: 'Open Orbit', exact: true }).count()).toBe(0)
  const asked: string[] = []
  page.on('dialog', async (dialog) => {
    asked.push(dialog.message())
    await dialog.dismiss()
  })
  await page.getByRole('button', { name: 'Open Orbit' }).click()

  await waitFor(() => asked.length === 1)
  expect(asked).toEqual([textIn(en, 'openApp', { scheme: 'orbit://' })])
  expect(page.url()).toContain(world.origin)
  expect(visitor.complaints).toEqual([])
})

rareTest('what is deleted stays for the five seconds of its undo, and then is gone for good', async () => {
  await using world = await startPageWorld()
  await using visitor = await openTab()
  const { page } = visitor
  await page.clock.install()
  await page.goto(world.origin)
  const address = await makeAddress(visitor, en)
  for (const subject of ['First', 'Second', 'Third']) await world.send(plainMail({ subject }), address)
  for (const subject of ['First', 'Second', 'Third']) await rowOf(visitor, subject).waitFor()
  const subjects = async () => (await world.messagesOf(address)).map(({ subject }) => subject)

  await page.getByRole('button', { name: textIn(en, 'deleteMessage', { subject: 'Second' }) }).click()
  await rowOf(visitor, 'Second').waitFor({ state: 'detached' })
  expect(await subjects()).toEqual(['Third', 'Second', 'First'])
  await page.clock.fastForward(5_000)
  await waitFor(async () => (await subjects()).length === 2)
  expect(await subjects()).toEqual(['Third', 'First'])

  await page.getByLabel(en.more).click()
  await page.getByRole('button', { name: en.clearInbox }).click()
  await page.getByRole('heading', { name: en.emptyTitle }).waitFor()
  await page.clock.fastForward(5_000)
  await waitFor(async () => (await subjects()).length === 0)
  await page.reload()
  await page.getByRole('heading', { name: en.emptyTitle }).waitFor()
  expect(visitor.complaints).toEqual([])
})

rareTest('a page that is left within the time of an undo deletes at once', async () => {
  await using world = await startPageWorld()
  await using visitor = await openTab()
  const { page } = visitor
  await page.goto(world.origin)
  const address = await makeAddress(visitor, en)
  await world.send(plainMail({ subject: 'Delete me' }), address)

  await page.getByRole('button', { name: textIn(en, 'deleteMessage', { subject: 'Delete me' }) }).click()
  await rowOf(visitor, 'Delete me').waitFor({ state: 'detached' })
  await page.goto('about:blank')

  await waitFor(async () => (await world.messagesOf(address)).length === 0)
})

rareTest('two visitors of one address see the same mail, and only the one who made it can delete', async () => {
  await using world = await startPageWorld()
  await using owner = await openTab(mayCopy)
  await using guest = await openTab()
  await owner.page.clock.install()
  await owner.page.goto(world.origin)
  const address = await makeAddress(owner, en)
  await owner.page.getByRole('button', { name: en.share }).click()
  await owner.page.getByRole('img', { name: en.qrLabel }).waitFor()
  await owner.page.getByRole('button', { name: en.copyLink }).click()
  await owner.page.getByRole('button', { name: en.copied }).waitFor()
  const link = await clipboardOf(owner)
  expect(link).toBe(`${world.origin}/${address}`)
  await owner.page.keyboard.press('Escape')

  await guest.page.goto(link)
  await guest.page.getByRole('heading', { name: en.emptyTitle }).waitFor()
  await world.send(plainMail({ subject: 'For both' }), address)
  for (const each of [owner, guest]) await rowOf(each, 'For both').waitFor()

  expect(await guest.page.getByRole('button', { name: 'For both' }).count()).toBe(0)
  expect(await guest.page.getByText(en.readOnly).isVisible()).toBe(true)
  await owner.page.getByRole('button', { name: textIn(en, 'deleteMessage', { subject: 'For both' }) }).click()
  await rowOf(owner, 'For both').waitFor({ state: 'detached' })
  await owner.page.clock.fastForward(5_000)
  await waitFor(async () => (await world.messagesOf(address)).length === 0)
  await guest.page.getByRole('link', { name: 'For both' }).click()
  await guest.page.getByRole('heading', { name: en.errorGone }).waitFor()
  await guest.page.getByRole('button', { name: en.backToList }).last().click()
  await guest.page.getByRole('heading', { name: en.emptyTitle }).waitFor()
})

rareTest('back, forward and a reload keep the place: start page, inbox, message', async () => {
  await using world = await startPageWorld()
  await using visitor = await openTab()
  const { page } = visitor
  await page.goto(world.origin)
  const address = await makeAddress(visitor, en)
  await world.send(plainMail({ subject: 'Here' }), address)
  await rowOf(visitor, 'Here').getByRole('link').click()
  const message = page.getByRole('heading', { name: 'Here' })
  await message.waitFor()
  const messageUrl = page.url()

  await page.reload()
  await message.waitFor()
  expect(page.url()).toBe(messageUrl)
  await page.goBack()
  await message.waitFor({ state: 'detached' })
  expect(page.url()).toBe(`${world.origin}/${address}`)
  await page.goBack()
  await page.getByRole('heading', { name: en.startTitle }).waitFor()
  await page.getByRole('link', { name: address }).waitFor()
  await page.goForward()
  await rowOf(visitor, 'Here').waitFor()
  await page.goForward()
  await message.waitFor()
  expect(page.url()).toBe(messageUrl)
  expect(visitor.complaints).toEqual([])
})

rareTest(
  'a browser in Arabic gets the page from right to left, with the list at the right of the message',
  async () => {
    await using world = await startPageWorld()
    await using visitor = await openTab({ locale: 'ar' })
    const { page } = visitor
    await page.goto(world.origin)
    const address = await makeAddress(visitor, ar)
    await world.send(rawMail('otp-arabic'), address)
    const row = page.getByRole('listitem').first()
    await row.getByRole('link').click()
    const list = page.getByRole('region', { name: ar.inbox })
    const reader = page.getByRole('region', { name: ar.message, exact: true })
    await reader.getByRole('heading').first().waitFor()

    const html = page.locator('html')
    expect([await html.getAttribute('lang'), await html.getAttribute('dir')]).toEqual(['ar', 'rtl'])
    const [listBox, readerBox] = [await list.boundingBox(), await reader.boundingBox()]
    expect(listBox?.x).toBeGreaterThan(readerBox?.x ?? Infinity)
    expect(await sidewaysPixels(visitor)).toBe(0)
    await page.getByRole('combobox', { name: ar.language }).selectOption('en')
    await readerOf(visitor, en).getByRole('button', { name: en.copyCode }).waitFor()
    expect([await html.getAttribute('lang'), await html.getAttribute('dir')]).toEqual(['en', 'ltr'])
    await page.reload()
    await readerOf(visitor, en).getByRole('button', { name: en.copyCode }).waitFor()
    expect(visitor.complaints).toEqual([])
  },
)

rareTest(
  'with the keyboard alone, on a small phone, one makes an address, copies a code, reads and deletes',
  async () => {
    await using world = await startPageWorld()
    await using visitor = await openTab({ ...mayCopy, viewport: { width: 320, height: 640 } })
    const { page } = visitor
    const { keyboard } = page
    const focusOn = async (name: string) => {
      const focused = page
        .getByRole('button', { name, exact: true })
        .or(page.getByRole('link', { name }))
        .and(page.locator(':focus'))
      for (let tabs = 0; tabs < 40 && (await focused.count()) === 0; tabs += 1) await keyboard.press('Tab')
      await focused.waitFor()
    }
    await page.goto(world.origin)

    await focusOn(en.randomAddress)
    await keyboard.press('Enter')
    const heading = page.getByRole('heading', { level: 1, name: '@' })
    await heading.and(page.locator(':focus')).waitFor()
    const address = (await heading.textContent()) ?? ''
    await world.send(rawMail('otp-482913'), address)
    await rowOf(visitor, otpSubject).waitFor()
    await focusOn(`${en.copyCode} 482913`)
    await keyboard.press('Enter')
    await waitFor(async () => (await clipboardOf(visitor)) === '482913')

    await page.getByRole('heading', { level: 1 }).focus()
    await focusOn(otpSubject)
    await keyboard.press('Enter')
    await page.getByRole('heading', { name: otpSubject }).and(page.locator(':focus')).waitFor()
    expect(await page.getByRole('region', { name: en.inbox }).isVisible()).toBe(false)
    expect(await sidewaysPixels(visitor)).toBe(0)
    await page.goBack()
    await page.getByRole('link', { name: otpSubject }).and(page.locator(':focus')).waitFor()
    await focusOn(textIn(en, 'deleteMessage', { subject: otpSubject }))
    await keyboard.press('Enter')
    await page.getByRole('heading', { name: en.emptyTitle }).waitFor()
    await focusOn(en.undo)
    await keyboard.press('Enter')
    await rowOf(visitor, otpSubject).waitFor()
    expect(visitor.complaints).toEqual([])
  },
)
