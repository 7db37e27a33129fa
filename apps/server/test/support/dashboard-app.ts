import type { Role } from '@inlet/contract'
import { insertAccount, setPassword } from '@inlet/core'
import { hashPassword } from '@inlet/identity'
import type { Visitor } from './inbox-page.ts'
import { join } from './people.ts'
import { perFile } from './per-file.ts'
import { startWorld, type Tenant, type World } from './world.ts'

const password = 'correct horse battery staple'

/** A person who can log in at the embedded provider. */
export interface Login {
  accountId: string
  email: string
  password: string
}

interface DashboardOptions {
  settings?: Record<string, string>
  hasDns?: boolean
}

/** The assembled server, with the URL of its dashboard. Outside of vitest it needs a database. */
export async function startDashboardWorld(
  databaseUri?: string,
  { settings = {}, hasDns = false }: DashboardOptions = {},
) {
  const world = await startWorld({
    settings: { PUBLIC_REQUESTS_PER_MINUTE: '10000', USER_REQUESTS_PER_MINUTE: '10000', ...settings },
    hasDns,
    ...(databaseUri && { databaseUri }),
  })
  const passwordHash = await hashPassword(password)

  /** Makes a person with an account, a member of the tenant's service with a role, or of another one. */
  async function someone(role: Role | null, who: { name?: string; tenant?: Tenant } = {}): Promise<Login> {
    const { name = 'Ada Example', tenant = world.tenant } = who
    const email = `${world.deps.newId().toLowerCase()}@people.example`
    const account = { email, passwordHash, name, isEmailVerified: true }
    const { _id: accountId } = await insertAccount(world.deps, account)
    if (role) await join(world, { accountId, role, tenant })
    return { accountId, email, password }
  }

  const origin = `http://127.0.0.1:${world.httpPort}`
  const serviceUrl = `${origin}/dashboard/services/${world.tenant.serviceId}`
  return { ...world, origin, dashboardUrl: `${origin}/dashboard/`, serviceUrl, someone }
}

export type DashboardWorld = Awaited<ReturnType<typeof startDashboardWorld>>

/** One world for the tests of a file, since a start takes longer than most of them; each test has people and records of its own. */
export function sharedDashboard(options: { hasDns?: boolean } = {}): () => DashboardWorld {
  return perFile(() => startDashboardWorld(undefined, options))
}

/** Types a login into the page of the provider, which is open. */
export async function enterLogin({ page }: Visitor, { email, password: typed }: Login): Promise<void> {
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password').fill(typed)
  await page.getByRole('button', { name: 'Log in' }).click()
}

/** The place of a screen within its service; a dialog that opens at once hides the rest of the page from roles. */
export const screenOf = ({ page }: Visitor) => page.locator('#content')

/** Opens a page of the dashboard, and logs in on the way. */
export async function openAs(visitor: Visitor, login: Login, url: string): Promise<void> {
  await visitor.page.goto(url)
  await enterLogin(visitor, login)
  await screenOf(visitor).waitFor()
}

/** Ends all logins of a person at the provider, by another password: their tokens are refused from then on. */
export async function endLogins({ deps }: World, login: Login): Promise<Login> {
  const next = { ...login, password: 'another horse, another staple' }
  await setPassword(deps, login.accountId, await hashPassword(next.password))
  return next
}
