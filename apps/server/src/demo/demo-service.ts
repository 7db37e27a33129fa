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

/** Reserved for the own machine (RFC 6761 §6.3), so that no demo mail ever concerns anybody. */
const demoHostname = 'demo.localhost'
const keyNames = ['demo read', 'demo write', 'demo admin', 'demo test']

interface DemoPlace {
  file: string
  /** The database is this folder's own, so the file beside it is the only one with its keys. */
  isEmbedded: boolean
  baseUrl: string
  smtp: Demo['smtp']
  /** What people log in at: the embedded provider (null in a process that does not serve it), or an issuer of somebody else. */
  login: { isOurs: boolean; provider: EmbeddedProvider | null }
}

/** `made`: keys were made now; `kept`: only today's ports and access token were written; `keyless`: the demo is there, its keys are elsewhere. */
type DemoOutcome = { state: 'made' | 'kept'; demo: Demo } | { state: 'keyless' } | { state: 'none' }

/**
 * Sees to the demo service: makes it in an empty database; where it and its file are there, renews ports and access token in the file;
 * where the file is gone, makes it again with new keys and password, but only for the embedded database: another one's keys may be in use elsewhere.
 */
export async function provideDemo(deps: Deps, place: DemoPlace): Promise<DemoOutcome> {
  const found = await findReceivingDomain(deps, demoHostname)
  if (!found && (await hasAnyService(deps))) return { state: 'none' }
  const made = found ? null : await makeDemoDomain(deps)
  const domain = found ?? made ?? (await findReceivingDomain(deps, demoHostname))
  if (!domain) return { state: 'none' }
  await seeToService(deps, domain.serviceId)

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

/** The hostname's unique index decides which of several processes makes the demo; the others get null. */
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

/** The service comes after its domain, so that whoever loses the race leaves none behind, and a crash in between is mended here. */
async function seeToService(deps: Deps, serviceId: string): Promise<void> {
  if (await hasAnyService(deps)) return
  try {
    await insertService({ ...deps, newId: () => serviceId }, { name: 'Demo' })
  } catch (error) {
    // Another process was quicker.
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
