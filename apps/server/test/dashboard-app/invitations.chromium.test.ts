import { insertService, removeMember } from '@inlet/core'
import { pageTest } from '@inlet/testkit/chromium'
import { looksOfRun } from '@inlet/testkit/left-out'
import { expect } from 'vitest'
import { alterAnswers, callsTo, serverError } from '../support/altered-answers.ts'
import { openAs, sharedDashboard } from '../support/dashboard-app.ts'
import { sharedBrowser } from '../support/inbox-page.ts'
import { pageErrors } from '../support/page-errors.ts'
import { invite } from '../support/people.ts'

const openTab = sharedBrowser()
const dashboard = sharedDashboard()

/** A person without a service, who is invited to two new ones. */
async function invitedPerson(names: readonly [string, string]) {
  const world = dashboard()
  const login = await world.someone(null, { name: 'Nora New' })
  const invitations: { id: string; serviceId: string }[] = []
  for (const name of names) {
    const { _id: serviceId } = await insertService(world.deps, { name })
    const tenant = { ...world.tenant, serviceId }
    invitations.push({ id: await invite(world, { email: login.email, role: 'viewer', tenant }), serviceId })
  }
  return { world, login, invitations }
}

pageTest(
  'a person who logs in for the first time finds their invitations, declines one and accepts the other',
  async () => {
    const { world, login } = await invitedPerson(['Acme', 'Globex'])
    await using visitor = await openTab()
    const { page } = visitor
    await openAs(visitor, login, world.dashboardUrl)
    await page.getByRole('heading', { name: 'Create your first service' }).waitFor()

    await page.getByRole('button', { name: 'Decline the invitation to Globex' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Decline' }).click()
    await page.locator('#content').getByText('Globex', { exact: true }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Accept the invitation to Acme' }).click()
    await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor()
    await page.getByRole('button', { name: 'Service: Acme' }).click()
    await page.getByRole('menuitem', { name: 'Invitations' }).click()

    await page.getByText('No open invitations.').waitFor()
    await page.getByRole('link', { name: 'Acme' }).waitFor()
    expect(visitor.complaints).toEqual([])
  },
)

pageTest(
  'an invitation that was withdrawn meanwhile cannot be accepted: a notice says so, and the other one stays',
  async () => {
    const { world, login, invitations } = await invitedPerson(['Acme', 'Globex'])
    await using visitor = await openTab()
    const { page } = visitor
    await openAs(visitor, login, `${world.dashboardUrl}services`)
    const accept = page.getByRole('button', { name: 'Accept the invitation to Acme' })
    await accept.waitFor()
    const [acme] = invitations
    const operator = { kind: 'operator', name: 'tests', origin: { ip: null, requestId: 'tests' } } as const
    await removeMember(world.deps, operator, { id: acme?.serviceId ?? '', userId: acme?.id ?? '' })

    await accept.click()

    await page.getByText('This invitation is no longer open').waitFor()
    await accept.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Accept the invitation to Globex' }).waitFor()
  },
)

pageTest('invitations that could not be loaded say why, beside the services, and the next try shows them', async () => {
  const { world, login } = await invitedPerson(['Acme', 'Globex'])
  await using visitor = await openTab()
  const { page } = visitor
  await alterAnswers(visitor, 'listInvitations', () => serverError)
  await openAs(visitor, login, `${world.dashboardUrl}services`)
  await page.getByRole('alert').getByText('Your invitations could not be loaded').waitFor()
  await page.getByRole('button', { name: 'Create service' }).waitFor()

  await page.unroute(callsTo('listInvitations'))
  await page.getByRole('button', { name: 'Try again' }).click()

  await page.getByRole('button', { name: 'Accept the invitation to Acme' }).waitFor()
})

const looks = [
  { colorScheme: 'light', width: 1280 },
  { colorScheme: 'dark', width: 360 },
] as const

pageTest.for(looksOfRun('dashboard', looks))(
  'axe finds nothing in $colorScheme at $width px, and nothing is scrolled sideways',
  async ({ colorScheme, width }) => {
    const { world, login } = await invitedPerson([`<img src=x> ${'long'.repeat(20)}`, 'Globex'])
    await using visitor = await openTab({ colorScheme, viewport: { width, height: 800 }, reducedMotion: 'reduce' })
    const { page } = visitor
    await openAs(visitor, login, `${world.dashboardUrl}services`)
    await page.getByRole('button', { name: 'Accept the invitation to Globex' }).waitFor()

    expect(await pageErrors(visitor)).toEqual([])
    await page.getByRole('button', { name: 'Decline the invitation to Globex' }).click()
    await page.getByRole('dialog').waitFor()
    expect(await pageErrors(visitor)).toEqual([])
    expect(visitor.complaints).toEqual([])
  },
)
