import { insertDomain, insertService } from '@inlet/core'
import { pageTest } from '@inlet/testkit/chromium'
import { looksOfRun } from '@inlet/testkit/left-out'
import { expect } from 'vitest'
import { type DashboardWorld, openAs, sharedDashboard } from '../support/dashboard-app.ts'
import { sharedBrowser } from '../support/inbox-page.ts'
import { pageErrors } from '../support/page-errors.ts'
import { plainMail } from '../support/world.ts'

const openTab = sharedBrowser()
const dashboard = sharedDashboard()

/** A service without anything, and somebody who belongs to it. */
async function newService(world: DashboardWorld, role: 'viewer' | 'owner') {
  const { _id: serviceId } = await insertService(world.deps, { name: 'Fresh' })
  const login = await world.someone(role, { tenant: { ...world.tenant, serviceId } })
  return { serviceId, login, url: `${world.dashboardUrl}services/${serviceId}` }
}

const hostnameOf = ({ deps }: DashboardWorld) => `${deps.newId().toLowerCase()}.example`

pageTest(
  'a new service is led to its first received code, each step is ticked by itself, and then they go',
  async () => {
    const world = dashboard()
    const { serviceId, login, url } = await newService(world, 'owner')
    await using visitor = await openTab()
    const { page } = visitor
    const step = page.getByRole('listitem').and(page.locator('[aria-current=step]'))
    await openAs(visitor, login, url)
    await page.waitForURL(`${url}/overview`)

    await page.getByText('0 of 5 done').waitFor()
    await step.getByRole('link', { name: 'Add a domain' }).waitFor()
    await insertDomain(world.deps, { serviceId, hostname: hostnameOf(world), state: 'verified' })
    await step.getByRole('button', { name: 'Create random address' }).click()
    const command = await step.getByRole('region', { name: 'command that sends a mail' }).textContent()
    const address = /--mail-rcpt (\S+)/.exec(command ?? '')?.[1] ?? ''
    await world.send(plainMail({ subject: 'Welcome', text: 'Your code is 730164.' }), address)
    await page.getByText('4 of 5 done').waitFor()
    await page.getByText('730164', { exact: true }).waitFor()

    await step.getByRole('link', { name: 'Create an API key' }).click()
    await page.getByLabel('Name').fill('Sign-up tests')
    await page.getByRole('button', { name: 'Create key' }).click()
    await page.getByRole('button', { name: 'I have copied it' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.keyboard.press('g')
    await page.keyboard.press('o')
    await page.getByRole('heading', { name: 'Everything works' }).waitFor()
    await page.getByText('730164', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('heading', { name: 'Everything works' }).waitFor({ state: 'detached' })
    expect(visitor.complaints).toEqual([])
  },
)

pageTest('a mail that came while another screen was shown is counted when somebody comes back', async () => {
  const world = dashboard()
  const { serviceId, login, url } = await newService(world, 'owner')
  await insertDomain(world.deps, { serviceId, hostname: hostnameOf(world), state: 'verified' })
  await using visitor = await openTab()
  const { page } = visitor
  const received = page.locator('div:has(> h3:text-is("Mails received")) dd')
  await openAs(visitor, login, `${url}/overview`)

  await page.getByRole('button', { name: 'Create random address' }).click()
  const command = await page.getByRole('region', { name: 'command that sends a mail' }).textContent()
  const address = /--mail-rcpt (\S+)/.exec(command ?? '')?.[1] ?? ''
  await expect.poll(() => received.allTextContents()).toEqual(['0', '0', '0'])
  await page.getByRole('link', { name: 'Inbox', exact: true }).click()
  await page.getByRole('heading', { name: address }).waitFor()
  await world.send(plainMail({ subject: 'Welcome', text: 'Your code is 730164.' }), address)
  await page.getByText('730164').first().waitFor()
  await page.getByRole('link', { name: 'Overview' }).click()

  await expect.poll(() => received.allTextContents(), { timeout: 20_000 }).toEqual(['1', '1', '1'])
  expect(visitor.complaints).toEqual([])
})

pageTest('a viewer sees the steps, and why an address is not theirs to make', async () => {
  const world = dashboard()
  const { serviceId, login, url } = await newService(world, 'viewer')
  await insertDomain(world.deps, { serviceId, hostname: hostnameOf(world), state: 'verified' })
  await using visitor = await openTab()
  const { page } = visitor
  await openAs(visitor, login, `${url}/overview`)

  const make = page.getByRole('button', { name: 'Create random address' })
  await make.focus()
  await page
    .getByRole('tooltip', { name: 'Only an admin or owner of this service can do this; you are a viewer' })
    .waitFor()
  await page.keyboard.press('Enter')

  expect(await make.getAttribute('aria-disabled')).toBe('true')
  expect(visitor.complaints).toEqual([])
})

pageTest(
  'a domain that misses its records is called out with the way to it, and no longer once it has them',
  async () => {
    const world = dashboard()
    const { serviceId, login, url } = await newService(world, 'owner')
    const hostname = hostnameOf(world)
    const { _id } = await insertDomain(world.deps, { serviceId, hostname, state: 'failing' })
    await using visitor = await openTab()
    const { page } = visitor
    await openAs(visitor, login, `${url}/overview`)

    const troubles = page.getByRole('region', { name: 'Needs attention' })
    await troubles.getByText(hostname).waitFor()
    expect(await troubles.getByRole('link', { name: 'Domains' }).getAttribute('href')).toBe(
      `/dashboard/services/${serviceId}/domains`,
    )
    await world.deps.db.collection<{ _id: string }>('domains').updateOne({ _id }, { $set: { state: 'verified' } })
    await troubles.waitFor({ state: 'detached' })
    expect(visitor.complaints).toEqual([])
  },
)

const looks = [
  { colorScheme: 'light', width: 1280 },
  { colorScheme: 'dark', width: 360 },
] as const

pageTest.for(looksOfRun('dashboard', looks))(
  'axe finds nothing in $colorScheme at $width px, and nothing is scrolled sideways',
  async ({ colorScheme, width }) => {
    const world = dashboard()
    const { serviceId, login, url } = await newService(world, 'owner')
    await insertDomain(world.deps, { serviceId, hostname: hostnameOf(world), state: 'failing' })
    await using visitor = await openTab({ colorScheme, viewport: { width, height: 800 }, reducedMotion: 'reduce' })
    const { page } = visitor
    await openAs(visitor, login, `${url}/overview`)

    await page.getByRole('region', { name: 'Needs attention' }).waitFor()
    await page.getByRole('button', { name: 'Create random address' }).click()
    await page.getByRole('region', { name: 'command that sends a mail' }).waitFor()
    await page.getByText('Messages are counted from').waitFor()
    await page.getByRole('heading', { name: 'API calls' }).waitFor()

    expect(await pageErrors(visitor)).toEqual([])
  },
)
