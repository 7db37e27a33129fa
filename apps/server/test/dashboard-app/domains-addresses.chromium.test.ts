import { insertDomain } from '@inlet/core'
import { waitFor } from '@inlet/testkit'
import { pageTest } from '@inlet/testkit/chromium'
import { looksOfRun } from '@inlet/testkit/left-out'
import { expect } from 'vitest'
import { alterAnswers, callsTo, serverError } from '../support/altered-answers.ts'
import { openAs, sharedDashboard } from '../support/dashboard-app.ts'
import { newHost } from '../support/domain-records.ts'
import { clipboardOf, sharedBrowser, type Visitor } from '../support/inbox-page.ts'
import { errorsIn } from '../support/page-errors.ts'
import { generate } from '../support/visits.ts'

const openTab = sharedBrowser()
const dashboard = sharedDashboard({ hasDns: true })
const mayCopy = { permissions: ['clipboard-read', 'clipboard-write'] }

const rowOf = ({ page }: Visitor, name: string) =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) })

const recordOf = ({ page }: Visitor, type: 'TXT' | 'MX') => page.getByRole('listitem', { name: `${type} record` })

pageTest('a domain is added, says what its DNS lacks, is verified, opens its web inbox, and is deleted', async () => {
  const world = dashboard()
  await using visitor = await openTab(mayCopy)
  const { page } = visitor
  const hostname = newHost(world)
  await openAs(visitor, await world.someone('admin'), `${world.serviceUrl}/domains`)

  await page.getByRole('button', { name: 'Add domain' }).click()
  await page.getByRole('textbox', { name: 'Domain' }).fill(hostname.toUpperCase())
  await page.getByRole('button', { name: 'Show DNS records' }).click()
  await page.getByRole('heading', { name: hostname, level: 1 }).waitFor()
  await recordOf(visitor, 'TXT').getByText('Not checked yet').waitFor()
  await page.getByRole('button', { name: 'Copy value of the TXT record' }).click()
  await page.getByRole('button', { name: 'Copied', exact: true }).waitFor()
  const proof = await clipboardOf(visitor)
  expect(proof).toMatch(/^inlet-verification=[0-9a-f]{40}$/)

  world.dns?.answer(`MX ${hostname}`, { MX: [[10, 'mx.elsewhere.example']] })
  await page.getByRole('button', { name: 'Check now' }).click()
  await recordOf(visitor, 'TXT').getByText('No such name').waitFor()
  await recordOf(visitor, 'MX').getByText('goes to mx.elsewhere.example').waitFor()

  world.dns?.answer(`MX ${hostname}`, { MX: [[10, 'mx.test']] })
  world.dns?.answer(`TXT _inlet.${hostname}`, { TXT: ['of somebody else', proof] })
  await page.getByRole('button', { name: 'Check now' }).click()
  await page.getByText('Verified: receiving mail').waitFor()

  await page.getByRole('switch', { name: 'Web inbox' }).click()
  const link = page.getByRole('link', { name: hostname })
  expect(await link.getAttribute('href')).toBe(`http://${hostname}:${world.httpPort}/`)
  await page.getByRole('switch', { name: 'Web inbox' }).click()
  await link.waitFor({ state: 'detached' })

  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByText('The domain has no addresses.').waitFor()
  await page.getByLabel(`Type “${hostname}” to confirm`).fill(hostname)
  await page.getByRole('button', { name: 'Delete domain' }).click()
  await page.getByRole('heading', { name: 'Domains', level: 1 }).waitFor()
  await rowOf(visitor, world.tenant.domain.hostname).waitFor()
  // The list as it was known before is shown until it has been read anew.
  await rowOf(visitor, hostname).waitFor({ state: 'detached' })
  expect(visitor.complaints).toEqual([])
})

pageTest('the page of a domain that waits for its records shows by itself that they were found', async () => {
  const world = dashboard()
  await using visitor = await openTab()
  const { page } = visitor
  const login = await world.someone('viewer')
  const { serviceId } = world.tenant
  const { _id, hostname } = await insertDomain(world.deps, { serviceId, hostname: newHost(world), state: 'pending' })
  await openAs(visitor, login, `${world.serviceUrl}/domains/${_id}`)
  await page.getByText('Waiting for DNS records').waitFor()
  expect(await page.getByRole('button', { name: 'Check now' }).getAttribute('aria-disabled')).toBe('true')

  await world.deps.db.collection<{ _id: string }>('domains').updateOne({ _id }, { $set: { state: 'verified' } })

  await page.getByText('Verified: receiving mail').waitFor()
  await page.getByRole('link', { name: 'Domains' }).first().click()
  await rowOf(visitor, hostname).getByText('Verified').waitFor()
  expect(visitor.complaints).toEqual([])
})

pageTest(
  'an address is made and copied, its mail is counted without a reload, and its deletion says what is lost',
  async () => {
    const world = dashboard()
    await using visitor = await openTab(mayCopy)
    const { page } = visitor
    const { hostname } = world.tenant.domain
    const [wanted, other] = [`shop@${hostname}`, `other@${hostname}`]
    await world.address('other')
    await openAs(visitor, await world.someone('admin'), `${world.serviceUrl}/addresses?hostname=${hostname}`)
    await rowOf(visitor, other).waitFor()

    await page.getByRole('button', { name: 'Create address' }).click()
    await page.getByLabel('Name').fill('Shop')
    await page.getByRole('button', { name: 'Create address' }).last().click()
    await page.getByText('Only a-z, 0-9, dot').waitFor()
    await page.getByLabel('Name').fill('shop')
    await page.getByRole('dialog').getByLabel('Password').fill('open sesame')
    await page.getByRole('button', { name: 'Create address' }).last().click()
    await page.getByText('Address created').waitFor()
    await page.getByRole('button', { name: 'Copy address' }).click()
    await page.getByRole('button', { name: 'Copied', exact: true }).waitFor()
    expect(await clipboardOf(visitor)).toBe(wanted)
    await page.getByRole('button', { name: 'Done' }).click()
    await rowOf(visitor, wanted).getByRole('img', { name: 'With a password' }).waitFor()

    await world.send('Subject: Your code is 482913\r\n\r\nYour code is 482913.\r\n', wanted)
    await rowOf(visitor, wanted).getByRole('cell', { name: '1', exact: true }).waitFor()
    await page.getByRole('link', { name: wanted }).click()
    await page.getByText('Your code is 482913').first().waitFor()
    await page.goBack()

    await page.getByRole('searchbox', { name: 'Search addresses' }).fill('sho')
    await rowOf(visitor, other).waitFor({ state: 'detached' })
    await page.waitForURL((url) => url.searchParams.get('q') === 'sho' && url.searchParams.get('hostname') === hostname)
    await page.getByRole('button', { name: `Actions for ${wanted}` }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByText('Its one message is deleted at once.').waitFor()
    await page.getByLabel(`Type “${wanted}” to confirm`).fill(wanted)
    await page.getByRole('button', { name: 'Delete address' }).click()
    await page.getByText('No results').waitFor()
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await rowOf(visitor, other).waitFor()
    await waitFor(async () => (await world.inbox(wanted)).status === 404)
    expect(visitor.complaints).toEqual([])
  },
)

pageTest(
  'what visitors made is found, and what is unused of it is deleted once a dialog has said how many',
  async () => {
    const world = dashboard()
    await using visitor = await openTab()
    const { page } = visitor
    const { full } = await generate(world)
    const { fullAddress: own } = await world.address(newHost(world).slice(0, 20))
    await openAs(visitor, await world.someone('admin'), `${world.serviceUrl}/addresses`)
    await rowOf(visitor, own).waitFor()

    await page.getByRole('combobox', { name: 'Created by' }).selectOption('visitor')
    await rowOf(visitor, own).waitFor({ state: 'detached' })
    await rowOf(visitor, full).waitFor()
    await page.getByRole('button', { name: 'Delete unused…', exact: true }).click()
    await page.getByText(/^This deletes \d+ address(es)? without mail that visitors or first mails/).waitFor()
    await page.getByRole('button', { name: 'Delete unused', exact: true }).click()

    await page.getByText('No results').waitFor()
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await rowOf(visitor, own).waitFor()
    expect(visitor.complaints).toEqual([])
  },
)

pageTest('a count of unused addresses that failed says why, and the next try counts them', async () => {
  const world = dashboard()
  await using visitor = await openTab()
  const { page } = visitor
  await generate(world)
  await alterAnswers(visitor, 'countUnusedAddresses', () => serverError)
  await openAs(visitor, await world.someone('admin'), `${world.serviceUrl}/addresses`)

  await page.getByRole('button', { name: 'Delete unused…', exact: true }).click()
  await page.getByRole('alert').getByText('The unused addresses could not be counted').waitFor()
  await page.unroute(callsTo('countUnusedAddresses'))
  await page.getByRole('button', { name: 'Try again' }).click()

  await page.getByText(/^This deletes \d+ address/).waitFor()
})

const looks = [
  { colorScheme: 'light', width: 1280 },
  { colorScheme: 'dark', width: 360 },
] as const

pageTest.for(looksOfRun('dashboard', looks))(
  'for a viewer too, axe finds nothing in $colorScheme at $width px, and nothing is scrolled sideways',
  async ({ colorScheme, width }) => {
    const world = dashboard()
    await using visitor = await openTab({ colorScheme, viewport: { width, height: 800 }, reducedMotion: 'reduce' })
    const { page } = visitor
    const { serviceId } = world.tenant
    const claim = await insertDomain(world.deps, { serviceId, hostname: newHost(world), state: 'pending' })
    await world.create({ localPart: newHost(world).slice(0, 20), password: 'open sesame' })
    const { errors, check } = errorsIn(visitor)
    const role = width === 360 ? 'viewer' : 'admin'
    await openAs(visitor, await world.someone(role), `${world.serviceUrl}/domains`)

    await page.getByRole('link', { name: claim.hostname }).waitFor()
    await check('domains')
    await page.getByRole('link', { name: claim.hostname }).click()
    await recordOf(visitor, 'MX').waitFor()
    await check('domain')
    await page.getByRole('link', { name: 'Show addresses' }).click()
    await page.getByText('No results').waitFor()
    await check('no addresses')
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await page.getByRole('img', { name: 'With a password' }).first().waitFor()
    await check('addresses')
    if (role === 'admin') {
      await page.getByRole('button', { name: 'Create address' }).click()
      await page.getByLabel('Name').waitFor()
      await check('form')
    }

    expect(errors).toEqual({})
  },
)
