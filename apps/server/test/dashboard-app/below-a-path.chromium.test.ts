import { insertAccount } from '@inlet/core'
import { hashPassword } from '@inlet/identity'
import { pageTest, startChromium } from '@inlet/testkit/chromium'
import { expect } from 'vitest'
import { enterLogin } from '../support/dashboard-app.ts'
import { join } from '../support/people.ts'
import { startWorld } from '../support/world.ts'
import { startProxy } from './proxy.ts'

pageTest(
  'behind a proxy, below a path, a person logs in and has the page that was asked for, all from that path',
  async () => {
    await using proxy = await startProxy('/mail')
    await using world = await startWorld({ settings: { INLET_ROLE: 'http', PUBLIC_URL: `${proxy.url}/` } })
    proxy.leadTo(world.httpPort)
    const { deps, tenant } = world
    const login = { email: 'ada@people.example', password: 'correct horse battery staple' }
    const passwordHash = await hashPassword(login.password)
    const { _id: accountId } = await insertAccount(deps, { email: login.email, passwordHash, isEmailVerified: true })
    await join(world, { accountId, role: 'owner', tenant })
    await using visitor = await startChromium()
    const { page, requests, complaints } = visitor
    const url = `${proxy.url}/dashboard/services/${tenant.serviceId}/api-keys`

    await page.goto(url)
    await enterLogin(visitor, { accountId, ...login })
    await page.getByRole('heading', { name: 'API keys', level: 1 }).waitFor()

    expect(new URL(page.url()).pathname).toBe(new URL(url).pathname)
    expect(requests.filter((each) => !each.startsWith(`${proxy.url}/`) && !each.startsWith('data:'))).toEqual([])
    expect(complaints).toEqual([])
  },
)
