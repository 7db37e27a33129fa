import { expect, test } from 'vitest'
import { startCoreWorld } from '../../test/core-world.ts'
import { memberModel } from './member-model.ts'

test("a user's roles and invitations are found by index, however many members there are", async () => {
  await using world = await startCoreWorld()

  for (const filter of [{ userId: world.deps.newId() }, { invitedEmail: 'ada@people.example' }]) {
    const plan = JSON.stringify(await memberModel.in(world.deps.db).find(filter).explain('queryPlanner'))
    expect(plan).toContain('IXSCAN')
    expect(plan).not.toContain('COLLSCAN')
  }
})
