import { expect, test } from 'vitest'
import { identityOf, logIn, startCoreWorld } from '../../test/core-world.ts'
import { listAuditLog } from '../audit-log/list-audit-log.ts'
import { describeMe } from '../users/find-users.ts'
import { createService } from './create-service.ts'
import { listServices } from './find-services.ts'

test('the user who creates a service is its owner, and sees it among their services, sorted by name', async () => {
  await using world = await startCoreWorld()
  const ada = await logIn(world.deps, identityOf('ada'))
  const second = await createService(world.deps, ada, { name: 'Zeta', retentionDays: 30 })
  const first = await createService(world.deps, ada, { name: 'alpha' })

  const again = await logIn(world.deps, identityOf('ada'))

  expect([first.retentionDays, second.retentionDays]).toEqual([7, 30])
  expect((await describeMe(world.deps, again)).services).toEqual([
    { id: first.id, name: 'alpha', role: 'owner' },
    { id: second.id, name: 'Zeta', role: 'owner' },
  ])
  const { data } = await listAuditLog(world.deps, again, { id: first.id, limit: 50 })
  expect(data).toMatchObject([
    { action: 'service.created', actor: { kind: 'user', id: ada.userId }, target: { name: 'alpha' } },
  ])
})

test('a user lists their own services, the operator all, page by page and newest first', async () => {
  await using world = await startCoreWorld()
  const ada = await logIn(world.deps, identityOf('ada'))
  world.clock.advance(10)
  const { id } = await createService(world.deps, ada, { name: 'Hers' })

  const hers = await listServices(world.deps, await logIn(world.deps, identityOf('ada')), { limit: 50 })
  const first = await listServices(world.deps, world.operator, { limit: 1 })
  const second = await listServices(world.deps, world.operator, { limit: 1, cursor: first.meta.cursor })

  expect(hers.data.map((service) => service.id)).toEqual([id])
  expect([first, second].map(({ data, meta }) => [data[0]?.id, meta.hasMore])).toEqual([
    [id, true],
    [world.serviceId, false],
  ])
})
