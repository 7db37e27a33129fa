import { TRPCClientError } from '@trpc/client'
import { expect, test } from 'vitest'
import { absentId } from '../support/endpoints.ts'
import { person } from '../support/people.ts'
import { type RpcClient, rpcClient } from '../support/rpc-client.ts'
import { type Inbox, inhabit } from '../support/user-endpoints.ts'
import { type Answer, type Call, startWorld, type World } from '../support/world.ts'

/** What a call names: records of the caller's, of a stranger's, of nobody, or what breaks the schema. */
interface Names {
  serviceId: string
  domainId: string
  addressId: string
  fullAddress: string
  messageId: string
  limit: number
}

/** A procedure, called over both. */
interface Twin {
  name: string
  rest(names: Names, how: Call): Promise<Answer>
  rpc(client: RpcClient, names: Names): Promise<unknown>
}

function twins({ call }: World): Twin[] {
  return [
    {
      name: 'listAddresses',
      rest: ({ serviceId, limit }, how) => call(`/v1/services/${serviceId}/addresses?limit=${limit}`, how),
      rpc: ({ integrator }, { serviceId: id, limit }) => integrator.listAddresses.query({ id, limit }),
    },
    {
      name: 'createAddress',
      rest: ({ serviceId, domainId }, how) =>
        call(`/v1/services/${serviceId}/addresses`, { method: 'POST', body: { domainId }, ...how }),
      rpc: ({ integrator }, { serviceId: id, domainId }) => integrator.createAddress.mutate({ id, domainId }),
    },
    {
      name: 'listMessages',
      rest: ({ fullAddress, limit }, how) => call(`/v1/inboxes/${fullAddress}/messages?limit=${limit}`, how),
      rpc: ({ integrator }, { fullAddress: address, limit }) => integrator.listMessages.query({ address, limit }),
    },
    {
      name: 'readMessage',
      rest: ({ messageId }, how) => call(`/v1/messages/${messageId}`, how),
      rpc: ({ integrator }, { messageId: id }) => integrator.readMessage.query({ id }),
    },
    {
      name: 'readMe',
      rest: (_names, how) => call('/v1/me', how),
      rpc: ({ dashboard }) => dashboard.readMe.query(),
    },
    {
      name: 'extendAddress',
      rest: ({ addressId }, how) => call(`/v1/addresses/${addressId}/extend`, { method: 'POST', ...how }),
      rpc: ({ dashboard }, { addressId: id }) => dashboard.extendAddress.mutate({ id }),
    },
    {
      name: 'deleteMessage',
      rest: ({ messageId }, how) => call(`/v1/messages/${messageId}`, { method: 'DELETE', ...how }),
      rpc: ({ dashboard }, { messageId: id }) => dashboard.deleteMessage.mutate({ id }),
    },
    {
      name: 'deleteAddress',
      rest: ({ addressId }, how) => call(`/v1/addresses/${addressId}`, { method: 'DELETE', ...how }),
      rpc: ({ dashboard }, { addressId: id }) => dashboard.deleteAddress.mutate({ id }),
    },
  ]
}

const namesOf = (tenant: World['tenant'], { address, messageId }: Inbox): Names => ({
  serviceId: tenant.serviceId,
  domainId: tenant.domain.id,
  addressId: address.id,
  fullAddress: address.fullAddress,
  messageId,
  limit: 50,
})

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

async function startTwinWorld() {
  const world = await startWorld({ settings: { INLET_ROLE: 'http', FAILED_CREDENTIALS_PER_MINUTE: '100000' } })
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

test('every refusal is the same over /trpc as over REST: code, words, details, status, and in the same order of checks', async () => {
  const { world, credentials } = await startTwinWorld()
  await using _ = world
  const own = namesOf(world.tenant, await inhabit(world))
  const foreign = namesOf(world.stranger, await inhabit(world, world.stranger))
  const fullAddress = `absent@${world.tenant.domain.hostname}`
  const absent = { ...own, domainId: absentId, addressId: absentId, messageId: absentId, fullAddress }
  const cases: Record<string, Names> = {
    foreign,
    absent,
    'a domain of another service': { ...absent, domainId: foreign.domainId },
    'breaks the schema': { ...own, domainId: 'x', addressId: 'x', messageId: 'x', limit: 0 },
    'no ids at all': { serviceId: 'x', domainId: 'x', addressId: 'x', fullAddress: 'x', messageId: 'x', limit: 0 },
  }

  for (const [who, how] of credentials) {
    const client = rpcClient(world, headersOf(how))
    for (const [what, names] of Object.entries(cases)) {
      for (const { name, rest, rpc } of twins(world)) {
        const [one, other] = await Promise.all([overRest(rest(names, how)), overRpc(rpc(client, names))])
        expect(other, `${name}, ${who}, ${what}`).toEqual(one)
      }
    }
  }
  expect(await world.messagesOf(own.fullAddress)).toHaveLength(1)
  expect(await world.messagesOf(foreign.fullAddress)).toHaveLength(1)
})

test('every procedure answers the same over /trpc as over REST to whoever may', async () => {
  const { world, credentials } = await startTwinWorld()
  await using _ = world
  const served: string[] = []
  const fresh = async () => namesOf(world.tenant, await inhabit(world, world.tenant, world.deps.newId().toLowerCase()))

  for (const [who, how] of credentials) {
    const names = await fresh()
    const client = rpcClient(world, headersOf(how))
    for (const { name, rest, rpc } of twins(world)) {
      const one = await overRest(rest(names, how))
      // What is deleted once is not there a second time.
      const isGone = name.startsWith('delete') && 'result' in one
      const again = isGone ? await fresh() : names
      expect(await overRpc(rpc(client, again)), `${name}, ${who}`).toEqual(one)
      if ('result' in one) served.push(name)
    }
  }
  expect(new Set(served)).toEqual(new Set(twins(world).map(({ name }) => name)))
})
