import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { AppError } from '@inlet/contract'
import { createDomain, createService, type Deps, findReceivingDomain, hasAnyService, revokeApiKeys } from '@inlet/core'
import { createApiKey, type EmbeddedProvider } from '@inlet/identity'
import { z } from 'zod'
import { demoLogin, provideDemoLogin } from './demo-user.ts'

/** Reserved for the own machine (RFC 6761 §6.3), so that no demo mail ever concerns anybody. */
const demoHostname = 'demo.localhost'
const keyNames = ['demo read', 'demo write', 'demo admin', 'demo test']

const demoFile = z.object({
  baseUrl: z.string(),
  smtp: z.object({ host: z.string(), port: z.number() }),
  service: z.object({ id: z.string() }),
  domain: z.object({ id: z.string(), hostname: z.string() }),
  apiKeys: z.object({ read: z.string(), write: z.string(), admin: z.string(), test: z.string() }),
  ...demoLogin.shape,
})

/** What a newcomer needs for the first calls; its file holds secrets and is readable by its owner alone. */
export type Demo = z.infer<typeof demoFile>

interface DemoPlace {
  file: string
  /** The database is this folder's own, so the file beside it is the only one with its keys. */
  isEmbedded: boolean
  baseUrl: string
  smtp: Demo['smtp']
  /** What people log in at: the embedded provider (null in a process that does not serve it), or an issuer of somebody else. */
  login: { isOurs: boolean; provider: EmbeddedProvider | null }
}

/** The demo as its file has it, or null where the file is gone or unreadable. */
export async function readDemo(file: string): Promise<Demo | null> {
  try {
    return demoFile.parse(JSON.parse(await readFile(file, 'utf8')))
  } catch {
    return null
  }
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
    return await createDomain(deps, {
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
    await createService({ ...deps, newId: () => serviceId }, { name: 'Demo' })
  } catch (error) {
    // Another process was quicker.
    if (!(await hasAnyService(deps))) throw error
  }
}

async function makeKeys(deps: Deps, serviceId: string): Promise<Demo['apiKeys']> {
  await revokeApiKeys(deps, { serviceId, names: keyNames })
  const [read, write, admin, test] = await Promise.all([
    createApiKey(deps, { serviceId, name: 'demo read', scope: 'read', isLive: true }),
    createApiKey(deps, { serviceId, name: 'demo write', scope: 'write', isLive: true }),
    createApiKey(deps, { serviceId, name: 'demo admin', scope: 'admin', isLive: true }),
    createApiKey(deps, { serviceId, name: 'demo test', scope: 'write', isLive: false }),
  ])
  return { read: read.value, write: write.value, admin: admin.value, test: test.value }
}

/** Whole or not at all: a reader never sees half a file, nor does one that others may read exist for a moment. */
async function writeDemo(file: string, demo: Demo): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const unfinished = `${file}.${process.pid}`
  await writeFile(unfinished, `${JSON.stringify(demo, null, 2)}\n`, { mode: 0o600 })
  await rename(unfinished, file)
}
