import { describe, expect, test } from 'vitest'
import '../support/match-error.ts'
import { namingOperations, sharedWorld } from './operation-world.ts'

const startFor = sharedWorld()

// What holds for all of them; the folder of an operation has what its own input is refused for.
describe.each(namingOperations)('%s', (operationId) => {
  const prepared = startFor(operationId)

  test('input that breaks the schema is 400, and the answer says where', async () => {
    const { owner, operation } = prepared()

    for (const credential of operation.scope === null ? [{ token: owner }] : [{}, { token: owner }]) {
      const answer = await operation.others?.bad(credential)
      expect(answer).toMatchError(400, 'BAD_REQUEST')
      expect(answer?.body.error.details[0]).toEqual({
        path: expect.stringMatching(/./),
        code: expect.stringMatching(/^[a-z_]+$/),
        message: expect.stringMatching(/./),
      })
    }
  })
})
