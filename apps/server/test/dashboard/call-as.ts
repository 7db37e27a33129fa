import { askRest } from '../support/user-calls/ask.ts'
import type { UserWorld } from '../support/user-calls/shared-world.ts'
import type { Answer, Call } from '../support/world.ts'

/** Calls an operation with an input that nobody has used. @returns the answer, and how many entries the audit log has more than before */
export async function callAs(
  { world, operation }: UserWorld,
  operationId: string,
  how: Call,
): Promise<{ answer: Answer; recorded: number }> {
  const { described, newInput } = operation(operationId)
  const input = await newInput({ token: how.token })
  const entries = world.deps.db.collection('auditLog')
  const before = await entries.countDocuments()
  const answer = await askRest(world, { operation: described, input, ...how })
  return { answer, recorded: (await entries.countDocuments()) - before }
}
