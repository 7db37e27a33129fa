import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { insertDomain } from '@inlet/core'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { runCli } from '../support/cli-process.ts'
import { emptyInstallation, exportTo } from '../support/exported-service.ts'
import { plainMail, startWorld } from '../support/world.ts'

let parent = ''
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'inlet-wildcards-'))
})
afterEach(() => rm(parent, { recursive: true, force: true }))

test('an address under a wildcard is imported at its own host, with its mail', async () => {
  await using world = await startWorld()
  await using target = await emptyInstallation()
  const { serviceId } = world.tenant
  const wildcard = { serviceId, hostname: '*.acme.example', state: 'verified' } as const
  const { _id: domainId } = await insertDomain(world.deps, wildcard)
  await world.create({ domainId, localPart: 'code', hostname: 'x.acme.example' })
  await world.send(plainMail(), 'code@x.acme.example')
  const folder = join(parent, 'export')
  await exportTo(folder, { serviceId, databaseUri: world.databaseUri })

  const imported = await runCli(['service', 'import', '--from', folder, '--json'], { MONGODB_URI: target.databaseUri })

  expect(imported, imported.stderr).toMatchObject({ code: 0, json: { data: { addresses: 1, messages: 1 } } })
  const stored = await target.deps.db.collection('addresses').findOne({ domainId })
  expect(stored).toMatchObject({
    hostname: 'x.acme.example',
    fullAddress: 'code@x.acme.example',
    isUnderWildcard: true,
  })
})
