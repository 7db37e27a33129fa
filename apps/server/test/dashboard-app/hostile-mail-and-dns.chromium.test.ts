import { changeService, insertDomain } from '@inlet/core'
import { pageTest } from '@inlet/testkit/chromium'
import { expect } from 'vitest'
import { type DashboardWorld, openAs, sharedDashboard } from '../support/dashboard-app.ts'
import { newHost } from '../support/domain-records.ts'
import { sharedBrowser, sidewaysPixels, type Visitor } from '../support/inbox-page.ts'

const openTab = sharedBrowser()
const dashboard = sharedDashboard()

const markup = `<img src=x onerror="window.hasRun = true"><script>window.hasRun = true</script>`
/** It turns the text around, and ends an isolation that is not its own. */
const bidi = '\u202e\u2069\u202e'
const hostile = `${markup}${bidi}${'w'.repeat(10_000)}`

const encodedWords = (text: string) =>
  (
    Buffer.from(text)
      .toString('hex')
      .match(/.{1,60}/g) ?? []
  )
    .map((part) => `=?utf-8?B?${Buffer.from(part, 'hex').toString('base64')}?=`)
    .join('\r\n ')

/** A mail whose every text is hostile, with a file. */
const hostileMail = [
  `From: ${encodedWords(hostile)}`,
  ` <${'s'.repeat(60)}@elsewhere.example>`,
  `Subject: ${encodedWords(hostile)}`,
  'MIME-Version: 1.0',
  'Content-Type: multipart/mixed; boundary=b',
  '',
  '--b',
  'Content-Type: text/html; charset=utf-8',
  '',
  `<p>Your code is 771204.</p><a href="https://elsewhere.example/${'w'.repeat(900)}">${'&lt;b&gt;'.repeat(40)}</a>${markup}`,
  '--b',
  'Content-Type: application/octet-stream',
  `Content-Disposition: attachment; filename="${encodedWords(`${markup}${bidi}${'w'.repeat(300)}`)}"`,
  '',
  'bytes',
  '--b--',
  '',
].join('\r\n')

/** A claim in whose DNS somebody else has written. @returns its id */
async function hostileDomain(world: DashboardWorld): Promise<string> {
  const { deps, tenant } = world
  const hostname = `${'long-'.repeat(6)}${newHost(world)}`
  const { _id } = await insertDomain(deps, { serviceId: tenant.serviceId, hostname, state: 'pending' })
  const found = Array<string>(30).fill(hostile)
  const check = { at: deps.clock.now(), txt: found, mx: found, faults: { txt: null, mx: null } }
  const domains = deps.db.collection<{ _id: string }>('domains')
  await domains.updateOne({ _id }, { $set: { check, nextCheckAt: new Date('2200-01-01') } })
  return _id
}

/** The parts that are scrolled sideways, but for those that are made for it, which take the focus. */
const sidewaysParts = ({ page }: Visitor): Promise<string[]> =>
  page.evaluate(`[...document.querySelectorAll('body *')]
    .filter((part) => part.scrollWidth > part.clientWidth + 1 && part.tabIndex !== 0)
    .filter((part) => ['auto', 'scroll'].includes(getComputedStyle(part).overflowX))
    .map((part) => part.cloneNode().outerHTML)`)

/** Collects what is wrong with the states of a page. */
function watched(visitor: Visitor) {
  const faults: Record<string, unknown> = {}
  const check = async (state: string) => {
    const hasRun = await visitor.page.evaluate('window.hasRun')
    const found = [await sidewaysPixels(visitor), await sidewaysParts(visitor), hasRun]
    if (found.join() !== '0,,') faults[state] = found
  }
  return { faults, check }
}

const widths = [1280, 360]

pageTest.for(widths)(
  'at %i px what strangers wrote into a mail is text: nothing of it runs, and the layout holds',
  async (width) => {
    const world = dashboard()
    const { fullAddress } = await world.address(`${width}`.padEnd(64, 'a'))
    await using visitor = await openTab({ viewport: { width, height: 800 } })
    const { page } = visitor
    const { faults, check } = watched(visitor)
    await openAs(visitor, await world.someone('owner'), `${world.serviceUrl}/inbox/${fullAddress}`)

    await page.getByText('Waiting for mail').waitFor()
    await check('no mail')
    await world.send(hostileMail, fullAddress)
    await page.getByRole('link', { name: '<img src=x' }).waitFor()
    await check('list')
    await page.getByRole('link', { name: '<img src=x' }).click()
    await page.getByRole('heading', { name: '<img src=x', level: 2 }).waitFor()
    await page.getByRole('button', { name: 'Download <img src=x' }).waitFor()
    await page.frameLocator('iframe').getByText('771204').waitFor()
    await check('message')
    await page.getByRole('tab', { name: 'Links' }).click()
    await page.getByRole('list', { name: 'Links' }).getByText('<b><b>').waitFor()
    await check('links')
    await page.getByRole('tab', { name: 'Headers' }).click()
    await page.getByRole('term').getByText('Subject').waitFor()
    await check('headers')

    expect(faults).toEqual({})
    expect(visitor.complaints).toEqual([])
  },
)

pageTest.for(widths)(
  'at %i px what strangers have in their DNS is text, and long names of the service hold the layout',
  async (width) => {
    const world = dashboard()
    const operator = { kind: 'operator', name: 'test', origin: { ip: null, requestId: 'test' } } as const
    await changeService(world.deps, operator, { id: world.tenant.serviceId, name: `<b>${'w'.repeat(90)}</b>` })
    const { fullAddress } = await world.address(`${width}`.padEnd(64, 'b'))
    const domainId = await hostileDomain(world)
    await using visitor = await openTab({ viewport: { width, height: 800 } })
    const { page } = visitor
    const { faults, check } = watched(visitor)
    await openAs(visitor, await world.someone('owner'), `${world.serviceUrl}/domains/${domainId}`)

    await page.getByRole('listitem', { name: 'MX record' }).getByText('goes to <img src=x').waitFor()
    await check('records')
    await page.getByRole('link', { name: 'Domains' }).first().click()
    await page.getByRole('rowheader', { name: 'long-long-' }).first().waitFor()
    await check('domains')
    await page.goto(`${world.serviceUrl}/addresses`)
    await page.getByRole('rowheader', { name: fullAddress }).waitFor()
    await check('addresses')
    await page.goto(`${world.serviceUrl}/overview`)
    await page.getByRole('region', { name: 'Needs attention' }).waitFor()
    await check('overview')

    expect(faults).toEqual({})
    expect(visitor.complaints).toEqual([])
  },
)
