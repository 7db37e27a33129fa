import { AppError } from '@inlet/contract'
import {
  type Deps,
  findReceivingDomain,
  hasAnyService,
  insertApiKey,
  insertDomain,
  insertService,
  revokeApiKeys,
} from '@inlet/core'
import type { EmbeddedProvider } from '@inlet/identity'
import { type Demo, readDemo, writeDemo } from './demo-file.ts'
import { demoLogin, provideDemoLogin } from './demo-user.ts'

/** Reserved for the own machine (RFC 6761 §6.3), so that demo mail never reaches anybody else. */
const demoHostname = 'demo.localhost'
const keyNames = ['demo read', 'demo write', 'demo admin', 'demo test']

interface DemoPlace {
  file: string
  /** The database is in the same data folder, so that no other demo file has its keys. */
  isEmbedded: boolean
  baseUrl: string
  smtp: Demo['smtp']
  /** `isOurs`: people log in at the embedded provider, which is null in a process that does not serve it. */
  login: { isOurs: boolean; provider: EmbeddedProvider | null }
}

/** `made`: new keys; `kept`: only ports and access token were updated; `keyless`: the demo exists, but its keys are in another file. */
type DemoOutcome = { state: 'made' | 'kept'; demo: Demo } | { state: 'keyless' } | { state: 'none' }

/**
 * Creates the demo service in an empty database. Where it exists, updates ports and access token in its file. Where the file is gone,
 * makes new keys and a new password, but only for the embedded database: keys of another database may be in use elsewhere.
 */
export async function provideDemo(deps: Deps, place: DemoPlace): Promise<DemoOutcome> {
  const found = await findReceivingDomain(deps, demoHostname)
  if (!found && (await hasAnyService(deps))) return { state: 'none' }
  const made = found ? null : await makeDemoDomain(deps)
  const domain = found ?? made ?? (await findReceivingDomain(deps, demoHostname))
  if (!domain) return { state: 'none' }
  await createMissingService(deps, domain.serviceId)

  const known = await readDemo(place.file)
  const isKnown = known?.domain.id === domain._id
  const mayMakeKeys = made !== null || (found !== null && place.isEmbedded)
  if (!isKnown && !mayMakeKeys) return { state: 'keyless' }

  const login = await provideDemoLogin(deps, {
    ...place.login,
    serviceId: domain.serviceId,
    known: isKnown ? known : demoLogin.parse({}),
    mayMake: mayMakeKeys,
  })
  const demo: Demo = {
    baseUrl: place.baseUrl,
    smtp: place.smtp,
    service: { id: domain.serviceId },
    domain: { id: domain._id, hostname: domain.hostname },
    apiKeys: isKnown ? known.apiKeys : await makeKeys(deps, domain.serviceId),
    ...login,
  }
  await writeDemo(place.file, demo)
  return { state: isKnown ? 'kept' : 'made', demo }
}

/** The unique index of the hostname decides which of several processes creates the demo; the others get null. */
async function makeDemoDomain(deps: Deps) {
  try {
    return await insertDomain(deps, {
      serviceId: deps.newId(),
      hostname: demoHostname,
      state: 'verified',
      publicInbox: true,
    })
  } catch (error) {
    if (error instanceof AppError && error.code === 'CONFLICT') return null
    throw error
  }
}

/** The service is created after its domain, so that a process that loses the race leaves no service. Also repairs a crash in between. */
async function createMissingService(deps: Deps, serviceId: string): Promise<void> {
  if (await hasAnyService(deps)) return
  try {
    await insertService({ ...deps, newId: () => serviceId }, { name: 'Demo' })
  } catch (error) {
    // Another process created it first.
    if (!(await hasAnyService(deps))) throw error
  }
}

async function makeKeys(deps: Deps, serviceId: string): Promise<Demo['apiKeys']> {
  await revokeApiKeys(deps, { serviceId, names: keyNames })
  const [read, write, admin, test] = await Promise.all([
    insertApiKey(deps, { serviceId, name: 'demo read', scope: 'read', isLive: true }),
    insertApiKey(deps, { serviceId, name: 'demo write', scope: 'write', isLive: true }),
    insertApiKey(deps, { serviceId, name: 'demo admin', scope: 'admin', isLive: true }),
    insertApiKey(deps, { serviceId, name: 'demo test', scope: 'write', isLive: false }),
  ])
  return { read: read.value, write: write.value, admin: admin.value, test: test.value }
}
