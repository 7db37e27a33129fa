import { insertAccount } from '@inlet/core'
import { hashPassword } from '@inlet/identity'
import { pageTest } from '@inlet/testkit/chromium'
import { expect } from 'vitest'
import { enterLogin } from '../support/dashboard-app.ts'
import { sharedBrowser } from '../support/inbox-page.ts'
import { invite } from '../support/people.ts'
import { startWorld } from '../support/world.ts'
import { startProxy } from './proxy.ts'

const openTab = sharedBrowser()

pageTest(
  'the same page logs in at an issuer of another origin, where an invited person accepts, has the page that was asked for, continues after a reload, and logs out there',
  async () => {
    await using proxy = await startProxy()
    const redirects = { OIDC_REDIRECT_URIS: `${proxy.url}/dashboard/callback` }
    await using issuer = await startWorld({ settings: { INLET_ROLE: 'http', ...redirects } })
    const login = { OIDC_ISSUER: `${issuer.baseUrl}/oidc`, OIDC_SCOPE: 'openid email profile' }
    await using world = await startWorld({ settings: { INLET_ROLE: 'http', PUBLIC_URL: proxy.url, ...login } })
    proxy.leadTo(world.httpPort)
    const person = { email: 'ada@people.example', password: 'correct horse battery staple' }
    const passwordHash = await hashPassword(person.password)
    const account = { email: person.email, passwordHash, name: 'Ada Example', isEmailVerified: true }
    const { _id: accountId } = await insertAccount(issuer.deps, account)
    await invite(world, { email: person.email, role: 'owner', tenant: world.tenant })
    await using visitor = await openTab()
    const { page, complaints } = visitor
    const url = `${proxy.url}/dashboard/services/${world.tenant.serviceId}/members`
    const row = page.getByRole('rowheader', { name: 'Ada Example' })

    await page.goto(`${proxy.url}/dashboard/services`)
    await page.getByLabel('Password').waitFor()
    expect(new URL(page.url()).origin).toBe(issuer.baseUrl)
    await enterLogin(visitor, { accountId, ...person })
    await page.getByRole('button', { name: 'Accept' }).click()
    await page.waitForURL(/\/overview$/)
    await page.goto(url)
    await row.waitFor()
    expect(page.url()).toBe(url)
    await page.reload()
    await row.waitFor()
    await page.getByText('Live', { exact: true }).waitFor()
    expect(complaints).toEqual([])

    await page.goto(`${proxy.url}/dashboard/account`)
    await page.getByRole('heading', { name: 'Your account', level: 1 }).waitFor()
    expect(await page.getByRole('button', { name: 'Log out everywhere' }).count()).toBe(0)
    await page.goBack()
    await page.getByRole('button', { name: 'Account: Ada Example' }).click()
    await page.getByRole('menuitem', { name: 'Log out' }).click()
    await page.getByRole('button', { name: 'Log out' }).click()
    await page.getByRole('heading', { name: 'You are logged out' }).waitFor()
    expect(new URL(page.url()).origin).toBe(proxy.url)
    await page.getByRole('button', { name: 'Log in' }).click()
    await page.getByLabel('Password').waitFor()
    expect(new URL(page.url()).origin).toBe(issuer.baseUrl)
  },
)
