import { describe, expect, test } from 'vitest'
import '../support/match-error.ts'
import { person } from '../support/people.ts'
import { namingOperations, sharedWorld } from './operation-world.ts'

const startFor = sharedWorld()

// Records that do not exist, and for a user those of another service.
describe.each(namingOperations)('%s', (operationId) => {
  const prepared = startFor(operationId)

  test('a record that does not exist is 404', async () => {
    const { world, owner, operation } = prepared()

    expect(await operation.others?.absent({ token: owner })).toMatchError(404, 'NOT_FOUND')
    // A service that does not exist is another service's to a key: 403.
    if (operation.scope === null || operationId === 'listAddresses') return
    expect(await operation.others?.absent({ key: world.keys.write })).toMatchError(404, 'NOT_FOUND')
  })

  test("to a user another service's record is 404, and stays as it was", async () => {
    const { world, owner, own, foreign, operation } = prepared()
    const { token: memberOfNone } = await person(world)

    expect(await operation.others?.foreign({ token: owner })).toMatchError(404, 'NOT_FOUND')
    expect(await operation.good({ token: memberOfNone })).toMatchError(404, 'NOT_FOUND')
    for (const { address, messageId } of [own, foreign]) {
      expect(await world.messagesOf(address.fullAddress)).toMatchObject([{ id: messageId, isRead: false }])
    }
  })
})
