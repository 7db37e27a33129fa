import { insertDomain } from '@inlet/core'
import { waitFor } from '@inlet/testkit'
import { pageTest } from '@inlet/testkit/chromium'
import { expect } from 'vitest'
import { brandedService, onePixelPng } from '../support/branded-service.ts'
import { openAs, sharedDashboard } from '../support/dashboard-app.ts'
import { sharedBrowser, type Visitor } from '../support/inbox-page.ts'
import { foreignPage } from './foreign-page.ts'

const openTab = sharedBrowser()
const dashboard = sharedDashboard()

const previewIn = ({ page }: Visitor) => page.frameLocator('iframe[title="Preview of the web inbox"]')
const styleOf = (visitor: Visitor) => previewIn(visitor).locator('html').getAttribute('style')

pageTest(
  'the preview is the page of visitors with what is typed, at both widths, and asks the server for no inbox',
  async () => {
    const world = dashboard()
    const { tenant, url, hostname, shown } = await brandedService(world)
    await using visitor = await openTab({ reducedMotion: 'reduce' })
    const { page } = visitor
    const preview = previewIn(visitor)
    await openAs(visitor, await world.someone('admin', { tenant }), url)
    await preview.getByText('Acme Mail').waitFor()
    await preview.getByRole('heading', { name: `ada@${hostname}`, includeHidden: true }).waitFor()

    await page.getByLabel('Name', { exact: true }).fill('<b>Typed</b>')
    await preview.getByText('<b>Typed</b>').waitFor()
    await page.getByLabel('Accent colour', { exact: true }).fill('#facc15')
    await waitFor(async () => (await styleOf(visitor))?.includes('--accent: #facc15; --on-accent: #000000') === true)
    await page.getByLabel('Accent colour', { exact: true }).fill('#00')
    await waitFor(async () => (await styleOf(visitor))?.includes('--accent: #4338ca') === true)
    await page.getByLabel('Language').selectOption('ar')
    await preview.locator('html[dir="rtl"][lang="ar"]').waitFor()
    await page
      .getByLabel('Logo', { exact: true })
      .setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: onePixelPng })
    await preview.locator('.brand img[src^="data:image/png;base64,"]').waitFor()
    await page.getByLabel('Shown colours').selectOption('dark')
    await preview.locator('html[data-theme="dark"]').waitFor()
    await page.getByLabel('Colours', { exact: true }).selectOption('light')
    await preview.locator('html[data-theme="light"]').waitFor()

    await page.getByLabel('Shown page').selectOption('start')
    await preview.locator('.start').waitFor()
    await page.getByLabel('Shown page').selectOption('lock')
    await preview.locator('input[type="password"]').waitFor()
    await page.getByLabel('Width').selectOption('phone')
    await waitFor(async () => (await preview.locator('html').evaluate('innerWidth')) === 390)

    expect(await shown()).toMatchObject({ name: 'Acme Mail', accentColor: '#4338ca', locale: 'en', logoUrl: null })
    expect(visitor.requests.filter((each) => new URL(each).pathname.startsWith('/v1/public/'))).toEqual([])
    expect(visitor.complaints).toEqual([])
  },
)

pageTest('a message of a foreign origin changes nothing in the preview', async () => {
  const world = dashboard()
  const { tenant, url } = await brandedService(world)
  const login = await world.someone('admin', { tenant })
  await using visitor = await openTab({ reducedMotion: 'reduce' })
  const { page, context } = visitor
  await openAs(visitor, login, url)
  await previewIn(visitor).getByText('Acme Mail').waitFor()
  await using foreign = await foreignPage('')
  const attacker = await context.newPage()
  await attacker.goto(foreign.origin)
  const opening = context.waitForEvent('page')
  await attacker.evaluate(`window.opened = window.open(${JSON.stringify(url)})`)
  const opened = { ...visitor, page: await opening }
  await previewIn(opened).getByText('Acme Mail').waitFor()
  const frame = opened.page.frames().find((each) => each.url().endsWith('/inbox-preview'))
  await frame?.evaluate('window.heard = []; addEventListener("message", ({ origin }) => heard.push(origin))')

  const lie = {
    ...{ kind: 'inlet.branding-preview', name: 'Evil', accentColor: '#000000', locale: 'en', logoUrl: null },
    ...{ theme: 'dark', view: 'lock', host: 'evil.example' },
  }
  await attacker.evaluate(`window.opened.frames[0].postMessage(${JSON.stringify(lie)}, '*')`)
  await waitFor(async () => (await frame?.evaluate<string[]>('heard'))?.includes(foreign.origin) === true)

  expect(await previewIn(opened).locator('.brand').textContent()).toContain('Acme Mail')
  expect(await previewIn(opened).locator('input[type="password"]').count()).toBe(0)
  expect(await page.title()).toContain('Branding')
})

pageTest('a page of another host has neither the preview nor the page of visitors in a frame', async () => {
  const world = dashboard()
  const { serviceId } = world.tenant
  const hostname = 'framed.localhost'
  await insertDomain(world.deps, { serviceId, hostname, state: 'verified', publicInbox: true })

  for (const target of [`${world.dashboardUrl}inbox-preview`, `http://${hostname}:${world.httpPort}/`]) {
    await using foreign = await foreignPage(`<iframe src="${target}"></iframe>`)
    await using visitor = await openTab()
    const { page } = visitor
    const failing = page.waitForEvent('requestfailed', (request) => request.url() === target)
    await page.goto(foreign.origin)

    expect((await failing).failure()?.errorText).toBe('net::ERR_BLOCKED_BY_RESPONSE')
    expect(page.frames().map((each) => each.url())).not.toContain(target)
  }
})
