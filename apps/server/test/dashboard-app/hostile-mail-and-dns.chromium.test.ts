import { changeService, insertDomain } from '@inlet/core'
import { pageTest } from '@inlet/testkit/chromium'
import { looksOfRun } from '@inlet/testkit/left-out'
import { expect } from 'vitest'
import { type DashboardWorld, openAs, sharedDashboard } from '../support/dashboard-app.ts'
import { newHost } from '../support/domain-records.ts'
import { sharedBrowser } from '../support/inbox-page.ts'
import { hostileMail, hostileText } from './hostile-texts.ts'
import { watchLayout } from './watch-layout.ts'

const openTab = sharedBrowser()
const dashboard = sharedDashboard()

/** A claim in whose DNS somebody else has written. @returns its id */
async function hostileDomain(world: DashboardWorld): Promise<string> {
  const { deps, tenant } = world
  const hostname = `${'long-'.repeat(6)}${newHost(world)}`
  const { _id } = await insertDomain(deps, { serviceId: tenant.serviceId, hostname, state: 'pending' })
  const found = Array<string>(30).fill(hostileText)
  const check = { at: deps.clock.now(), txt: found, mx: found, faults: { txt: null, mx: null } }
  const domains = deps.db.collection<{ _id: string }>('domains')
  await domains.updateOne({ _id }, { $set: { check, nextCheckAt: new Date('2200-01-01') } })
  return _id
}

const widths = [1280, 360]

pageTest.for(looksOfRun('dashboard', widths))(
  'at %i px what strangers wrote into a mail is text: nothing of it runs, and the layout holds',
  async (width) => {
    const world = dashboard()
    const { fullAddress } = await world.address(`${width}`.padEnd(64, 'a'))
    await using visitor = await openTab({ viewport: { width, height: 800 } })
    const { page } = visitor
    const { errors, check } = watchLayout(visitor)
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

    expect(errors).toEqual({})
    expect(visitor.complaints).toEqual([])
  },
)

pageTest.for(looksOfRun('dashboard', widths))(
  'at %i px what strangers have in their DNS is text, and long names of the service hold the layout',
  async (width) => {
    const world = dashboard()
    const operator = { kind: 'operator', name: 'test', origin: { ip: null, requestId: 'test' } } as const
    await changeService(world.deps, operator, { id: world.tenant.serviceId, name: `<b>${'w'.repeat(90)}</b>` })
    const { fullAddress } = await world.address(`${width}`.padEnd(64, 'b'))
    const domainId = await hostileDomain(world)
    await using visitor = await openTab({ viewport: { width, height: 800 } })
    const { page } = visitor
    const { errors, check } = watchLayout(visitor)
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

    expect(errors).toEqual({})
    expect(visitor.complaints).toEqual([])
  },
)
