import { expect, test } from 'vitest'
import { type CoreWorld, identityOf, logIn, logInAndAccept, startCoreWorld } from '../../test/core-world.ts'
import type { UserCaller } from '../access/caller.ts'
import { createService } from '../whole-service/create-service.ts'
import { changeMember, removeMember } from './change-member.ts'
import { inviteMember } from './invite-member.ts'
import { listMembers } from './memberships.ts'

/** A service with these owners. */
async function serviceOf({ deps, operator }: CoreWorld, names: string[]) {
  const { id } = await createService(deps, operator, { isSelfService: true, name: 'Theirs' })
  for (const name of names) await inviteMember(deps, operator, { id, email: `${name}@people.example`, role: 'owner' })
  const owners: UserCaller[] = []
  for (const name of names) owners.push(await logInAndAccept(deps, identityOf(name)))
  return { id, owners }
}

const lastOwner = { code: 'UNPROCESSABLE_CONTENT', facts: { details: [{ code: 'last_owner' }] } }

async function rolesIn({ deps, operator }: CoreWorld, id: string) {
  const { data } = await listMembers(deps, operator, { id, limit: 50 })
  return data.map(({ role }) => role).sort()
}

test('the user who creates a service owns it, and can neither leave nor take another role as the last owner', async () => {
  await using world = await startCoreWorld()
  const founder = await logIn(world.deps, identityOf('ada'))
  const { id } = await createService(world.deps, founder, { isSelfService: true, name: 'Hers' })
  const ada = await logIn(world.deps, identityOf('ada'))

  await expect(removeMember(world.deps, ada, { id, userId: ada.userId })).rejects.toMatchObject(lastOwner)
  await expect(changeMember(world.deps, ada, { id, userId: ada.userId, role: 'admin' })).rejects.toMatchObject(
    lastOwner,
  )
  await expect(removeMember(world.deps, world.operator, { id, userId: ada.userId })).rejects.toMatchObject(lastOwner)
  expect(await rolesIn(world, id)).toEqual(['owner'])
})

test('an owner who is only invited does not count yet', async () => {
  await using world = await startCoreWorld()
  const { id, owners } = await serviceOf(world, ['ada'])
  await inviteMember(world.deps, world.operator, { id, email: 'bob@people.example', role: 'owner' })

  const [ada] = owners

  await expect(removeMember(world.deps, world.operator, { id, userId: ada?.userId ?? '' })).rejects.toMatchObject(
    lastOwner,
  )
})

test('two owners who remove each other at once, in two processes, leave one', async () => {
  await using world = await startCoreWorld()
  const second = await world.secondProcess()
  for (let round = 0; round < 5; round += 1) {
    const { id, owners } = await serviceOf(world, [`ada${round}`, `bob${round}`])
    const [ada, bob] = owners
    if (!ada || !bob) throw new Error('two owners')

    const outcomes = await Promise.allSettled([
      removeMember(world.deps, ada, { id, userId: bob.userId }),
      removeMember(second, bob, { id, userId: ada.userId }),
    ])

    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({ reason: lastOwner })
    expect(await rolesIn(world, id)).toEqual(['owner'])
  }
})

test('of many owners who all take another role at once one stays owner', async () => {
  await using world = await startCoreWorld()
  const { id, owners } = await serviceOf(world, ['ada', 'bob', 'cyd', 'dan'])

  await Promise.allSettled(
    owners.map((owner) => changeMember(world.deps, owner, { id, userId: owner.userId, role: 'viewer' })),
  )

  expect(await rolesIn(world, id)).toEqual(['owner', 'viewer', 'viewer', 'viewer'])
})
