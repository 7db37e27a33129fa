import { expect, test } from 'vitest'
import '../match-error.ts'
import { sharedWorld } from './shared-world.ts'

/** Declares the tests of an operation for 400 that hold for all of them; a file beside them has those of its own input. */
export function testBadInput(operationId: string): void {
  const prepared = sharedWorld(operationId)

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
}
