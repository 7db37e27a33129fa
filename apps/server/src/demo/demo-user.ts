import { randomBytes } from 'node:crypto'
import { daySeconds } from '@inlet/contract'
import { addAccountToService, type Deps, findAccountByEmail, insertAccount, setPassword } from '@inlet/core'
import { type EmbeddedProvider, hashPassword } from '@inlet/identity'
import { z } from 'zod'

const email = 'demo@demo.localhost'
const passwordBytes = 15
const tokenSeconds = daySeconds

/** The login of the demo's user; null where people log in at another issuer. */
export const demoLogin = z.object({
  user: z.object({ email: z.string(), password: z.string() }).nullable().default(null),
  accessToken: z.string().nullable().default(null),
})
type DemoLogin = z.infer<typeof demoLogin>

interface LoginOptions {
  serviceId: string
  /** The login in the demo file. */
  known: DemoLogin
  mayMake: boolean
  /** False where people log in at another issuer. */
  isOurs: boolean
  /** Signs the access token; null in a process that does not serve the provider. */
  provider: EmbeddedProvider | null
}

/** Creates the demo's user, the owner of its service, and an access token for the next 24 h. */
export async function provideDemoLogin(deps: Deps, options: LoginOptions): Promise<DemoLogin> {
  const { known, provider } = options
  if (!options.isOurs) return { user: known.user, accessToken: null }

  const account = await findAccountByEmail(deps, email)
  const isKnown = account !== null && known.user !== null
  if (!isKnown && !options.mayMake) return { user: null, accessToken: null }

  const user = isKnown ? known.user : await makeUser(deps, options.serviceId)
  if (!provider) return { user, accessToken: isKnown ? known.accessToken : null }
  return { user, accessToken: await issueToken(deps, provider) }
}

async function makeUser(deps: Deps, serviceId: string): Promise<{ email: string; password: string }> {
  const password = randomBytes(passwordBytes).toString('base64url')
  const passwordHash = await hashPassword(password)
  const known = await findAccountByEmail(deps, email)
  if (known) await setPassword(deps, known._id, passwordHash)
  const account = known ?? (await insertAccount(deps, { email, passwordHash, name: 'Demo', isEmailVerified: true }))
  const operator = { kind: 'operator', name: 'demo', origin: { ip: null, requestId: deps.newId() } } as const
  await addAccountToService(deps, operator, { account, serviceId, role: 'owner' })
  return { email, password }
}

async function issueToken(deps: Deps, provider: EmbeddedProvider): Promise<string | null> {
  const account = await findAccountByEmail(deps, email)
  // An account that was disabled stays so.
  return account && account.disabledAt === null ? provider.issueAccessToken(account._id, tokenSeconds) : null
}
