import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { createDomain, createService, type Deps, findReceivingDomain, hasAnyService, revokeApiKeys } from '@inlet/core'
import { createApiKey } from '@inlet/identity'
import { z } from 'zod'

/** Reserved for the own machine (RFC 6761 §6.3), so that no demo mail ever concerns anybody. */
const demoHostname = 'demo.localhost'
const keyNames = ['demo read', 'demo write', 'demo admin', 'demo test']

const demoFile = z.object({
  baseUrl: z.string(),
  smtp: z.object({ host: z.string(), port: z.number() }),
  service: z.object({ id: z.string() }),
  domain: z.object({ id: z.string(), hostname: z.string() }),
  apiKeys: z.object({ read: z.string(), write: z.string(), admin: z.string(), test: z.string() }),
})

/** What a newcomer needs for the first calls; its file holds secrets and is readable by its owner alone. */
export type Demo = z.infer<typeof demoFile>

interface DemoPlace {
  file: string
  baseUrl: string
  smtp: Demo['smtp']
}

/** The demo as its file has it, or null where the file is gone or unreadable. */
export async function readDemo(file: string): Promise<Demo | null> {
  try {
    return demoFile.parse(JSON.parse(await readFile(file, 'utf8')))
  } catch {
    return null
  }
}

/**
 * Sees to the demo service: makes it in an empty database; where it is there and its file is gone, makes new keys and the file again;
 * where both are there, writes today's ports into the file. A database that others use is left alone.
 * @returns null where there is no demo; `isNew` says whether keys were made now
 */
export async function provideDemo(deps: Deps, place: DemoPlace): Promise<{ demo: Demo; isNew: boolean } | null> {
  const domain =
    (await findReceivingDomain(deps, demoHostname)) ?? ((await hasAnyService(deps)) ? null : await makeDemoDomain(deps))
  if (!domain) return null

  const known = await readDemo(place.file)
  const isKnown = known?.domain.id === domain._id
  const demo: Demo = {
    baseUrl: place.baseUrl,
    smtp: place.smtp,
    service: { id: domain.serviceId },
    domain: { id: domain._id, hostname: domain.hostname },
    apiKeys: isKnown ? known.apiKeys : await makeKeys(deps, domain.serviceId),
  }
  await writeDemo(place.file, demo)
  return { demo, isNew: !isKnown }
}

async function makeDemoDomain(deps: Deps) {
  const service = await createService(deps, { name: 'Demo' })
  return await createDomain(deps, {
    serviceId: service._id,
    hostname: demoHostname,
    state: 'verified',
    publicInbox: true,
  })
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
