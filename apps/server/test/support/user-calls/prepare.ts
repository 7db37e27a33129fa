import type { Role } from '@inlet/contract'
import { type DescribedOperation, operations } from '../contract-document.ts'
import type { PreparedOperation, PreparedWorld } from '../prepared-world.ts'
import type { Answer, Call, Tenant } from '../world.ts'
import { userCalls } from './all-calls.ts'
import { askRest } from './ask.ts'
import type { Input, UserCall } from './user-call.ts'

/** An operation for users in a prepared world. */
export interface PreparedUserOperation extends PreparedOperation {
  kind: 'user'
  scope: null
  role: Role | null
  described: DescribedOperation
  call: UserCall
  /** An input that is served once, in the tenant's service or in another tenant's, to the owner or to the user of a token. */
  newInput: (of?: { tenant?: Tenant; token?: string | undefined }) => Promise<Input>
  /** The calls of `absent`. */
  absentCalls: ((how?: Call) => Promise<Answer>)[]
  /** Brings about a status that is the operation's own, or comes from its role, its input or its records; null for any other. */
  provoke: (status: number) => Promise<Answer[]> | null
}

/** The operations for users, each with its calls: whatever they ask for is made now, while the database is there. */
export async function prepareUserOperations(prepared: PreparedWorld): Promise<PreparedUserOperation[]> {
  const all: PreparedUserOperation[] = []
  for (const [operationId, call] of Object.entries(userCalls)) {
    const described = operations.find((each) => each.operationId === operationId)
    if (!described) throw new Error(`${operationId} is no operation of the contract`)
    all.push(await prepareUserOperation(prepared, described, call))
  }
  return all
}

async function prepareUserOperation(
  prepared: PreparedWorld,
  described: DescribedOperation,
  call: UserCall,
): Promise<PreparedUserOperation> {
  const { world, owner, viewer } = prepared
  const newInput: PreparedUserOperation['newInput'] = async ({ tenant = world.tenant, token = owner } = {}) =>
    call.input(world, tenant, token)
  const foreignInput = await newInput({ tenant: world.stranger })
  let ready: Input | null = await newInput()

  /** A refused call leaves the input as good as it was. */
  async function ask(changes: Input = {}, how: Call = {}): Promise<Answer> {
    const input = ready ?? (await newInput())
    ready = input
    const credential = 'key' in how || 'token' in how ? {} : { token: owner }
    const answer = await askRest(world, {
      operation: described,
      input: { ...input, ...changes },
      ...credential,
      ...how,
    })
    if (answer.status < 300) ready = null
    return answer
  }
  const absentCalls = call.absent.map((changes) => (how?: Call) => ask(changes, how))
  const own = async (status: number) => (await call.refusals?.[status]?.(ask, prepared)) ?? []
  return {
    operationId: described.operationId,
    method: described.method,
    kind: 'user',
    scope: null,
    role: call.role,
    described,
    call,
    newInput,
    absentCalls,
    good: (how) => ask({}, how),
    others: {
      bad: (how) => ask(call.bad, how),
      foreign: (how) => ask(foreignInput, how),
      absent: absentCalls[0] ?? (() => Promise.reject(new Error(`${described.operationId} names no record`))),
    },
    provoke(status) {
      switch (status) {
        case 400:
          return Promise.all([ask(call.bad), own(400)]).then((answers) => answers.flat())
        case 403: {
          const refused = [ask({}, { key: world.keys.admin })]
          if (call.role !== null && call.role !== 'viewer') refused.push(ask({}, { token: viewer }))
          return Promise.all([...refused, own(403)]).then((answers) => answers.flat())
        }
        case 404:
          return Promise.all([...absentCalls.map((absent) => absent()), own(404)]).then((answers) => answers.flat())
        default:
          return call.refusals?.[status] ? own(status) : null
      }
    },
  }
}
