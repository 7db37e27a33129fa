import { TRPCClientError } from '@trpc/client'
import { expect, test } from 'vitest'
import { person } from '../support/people.ts'
import {
  absentInput,
  badInput,
  type CallInput,
  callOperation,
  inboxWithMessage,
  inputOf,
  operationCalls,
} from '../support/prepared-world.ts'
import { type RpcClient, rpcClient } from '../support/rpc-client.ts'
import { sharedServer } from '../support/shared-server.ts'
import type { Answer, Call } from '../support/world.ts'

/** Each operation as a call of the typed client. */
const procedures: Record<string, (client: RpcClient, input: CallInput) => Promise<unknown>> = {
  listAddresses: ({ integrator }, { serviceId: id, limit }) => integrator.listAddresses.query({ id, limit }),
  createAddress: ({ integrator }, { serviceId: id, domainId }) => integrator.createAddress.mutate({ id, domainId }),
  listMessages: ({ integrator }, { fullAddress: address, limit }) => integrator.listMessages.query({ address, limit }),
  readMessage: ({ integrator }, { messageId: id }) => integrator.readMessage.query({ id }),
  readMe: ({ dashboard }) => dashboard.readMe.query(),
  extendAddress: ({ dashboard }, { addressId: id }) => dashboard.extendAddress.mutate({ id }),
  deleteMessage: ({ dashboard }, { messageId: id }) => dashboard.deleteMessage.mutate({ id }),
  deleteAddress: ({ dashboard }, { addressId: id }) => dashboard.deleteAddress.mutate({ id }),
}

/** What came of it, in the same words for both: the error without its request id, or the result with what differs by nature left out. */
type Outcome = { status: number; error: unknown } | { result: unknown }

async function overRest(asked: Promise<Answer>): Promise<Outcome> {
  const { status, headers, body } = await asked
  if (status < 300) return { result: comparable(body) }
  const { requestId, ...error } = body.error
  expect(requestId).toBe(headers['x-request-id'])
  return { status, error }
}

async function overRpc(asked: Promise<unknown>): Promise<Outcome> {
  try {
    return { result: comparable(await asked) }
  } catch (error) {
    if (!(error instanceof TRPCClientError)) throw error
    const { httpStatus, requestId, ...data } = error.data
    expect(requestId).toMatch(/^[0-9A-Z]{26}$/)
    return { status: httpStatus, error: { ...data, message: error.message } }
  }
}

/** Ids, random names and times of two creations are different; everything else is not. */
function comparable(value: unknown): unknown {
  const text = JSON.stringify(value) ?? 'null'
  return JSON.parse(text, (key, each) =>
    ['id', 'localPart', 'fullAddress', 'createdAt', 'expiresAt', 'cursor'].includes(key) ? typeof each : each,
  )
}

const newWorld = sharedServer({ settings: { INLET_ROLE: 'http', FAILED_CREDENTIALS_PER_MINUTE: '100000' } })

async function startTwinWorld() {
  const world = await newWorld()
  const credentials: Record<string, Call> = {
    'no credential': { key: null },
    'a token that is none': { token: 'x' },
    'an unknown key': { key: 'x' },
    'a key of scope read': { key: world.keys.read },
    'a key of scope admin': { key: world.keys.admin },
    'a key beside a token': { key: world.keys.read, token: (await person(world, { role: 'owner' })).token },
    'a viewer': { token: (await person(world, { role: 'viewer' })).token },
    'an admin': { token: (await person(world, { role: 'admin' })).token },
    'a member of nothing': { token: (await person(world)).token },
  }
  return { world, credentials: Object.entries(credentials) }
}

const headersOf = ({ key, token }: Call) => ({
  ...(key == null ? {} : { 'x-api-key': key }),
  ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
})

test('every refusal is the same over /trpc as over REST: code, message, details, status and order of checks', async () => {
  const { world, credentials } = await startTwinWorld()
  const own = inputOf(world.tenant, await inboxWithMessage(world))
  const foreign = inputOf(world.stranger, await inboxWithMessage(world, world.stranger))
  const cases: Record<string, CallInput> = {
    foreign,
    absent: absentInput(own),
    'a domain of another service': { ...absentInput(own), domainId: foreign.domainId },
    'breaks the schema': badInput(own),
    'no ids at all': { serviceId: 'x', domainId: 'x', addressId: 'x', fullAddress: 'x', messageId: 'x', limit: 0 },
  }

  for (const [who, how] of credentials) {
    const client = rpcClient(world, headersOf(how))
    for (const [what, input] of Object.entries(cases)) {
      for (const [operationId, rpc] of Object.entries(procedures)) {
        const [one, other] = await Promise.all([
          overRest(callOperation(world, { operationId, input, ...how })),
          overRpc(rpc(client, input)),
        ])
        expect(other, `${operationId}, ${who}, ${what}`).toEqual(one)
      }
    }
  }
  expect(await world.messagesOf(own.fullAddress)).toHaveLength(1)
  expect(await world.messagesOf(foreign.fullAddress)).toHaveLength(1)
})

test('every procedure gives an authorized caller the same answer over /trpc as over REST', async () => {
  const { world, credentials } = await startTwinWorld()
  const served: string[] = []
  const fresh = async () =>
    inputOf(world.tenant, await inboxWithMessage(world, world.tenant, world.deps.newId().toLowerCase()))

  for (const [who, how] of credentials) {
    const input = await fresh()
    const client = rpcClient(world, headersOf(how))
    for (const [operationId, rpc] of Object.entries(procedures)) {
      const one = await overRest(callOperation(world, { operationId, input, ...how }))
      // What is deleted once is not there a second time.
      const isGone = operationId.startsWith('delete') && 'result' in one
      const again = isGone ? await fresh() : input
      expect(await overRpc(rpc(client, again)), `${operationId}, ${who}`).toEqual(one)
      if ('result' in one) served.push(operationId)
    }
  }
  expect(served).toEqual(expect.arrayContaining(Object.keys(operationCalls)))
})
