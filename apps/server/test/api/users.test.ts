import { limits } from '@inlet/contract'
import { expect, test } from 'vitest'
import { person } from '../support/people.ts'
import { startPreparedWorld } from '../support/prepared-world.ts'

test('the endpoints for keys serve users, within a limit of each: a viewer reads, an admin and an owner write too', async () => {
  const { world, operations } = await startPreparedWorld({
    USER_REQUESTS_PER_MINUTE: String(limits.userRequestsPerMinute),
  })
  await using _ = world

  for (const role of ['viewer', 'admin', 'owner'] as const) {
    const { token } = await person(world, { role })
    for (const { operationId, scope, good } of operations.values()) {
      if (scope === null || (role === 'viewer' && scope === 'write')) continue
      const answer = await good({ token })
      expect(answer.status, `${operationId}, ${role}`).toBe(operationId === 'createAddress' ? 201 : 200)
      expect(answer.headers['x-ratelimit-limit'], operationId).toBe(String(limits.userRequestsPerMinute))
    }
  }
})
