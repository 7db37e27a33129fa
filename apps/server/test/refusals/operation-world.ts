import { waitFor } from '@inlet/testkit'
import { beforeAll } from 'vitest'
import { person } from '../support/people.ts'
import { perFile } from '../support/per-file.ts'
import {
  type Inbox,
  inputOf,
  operationCalls,
  type PreparedOperation,
  prepareOperation,
} from '../support/prepared-world.ts'
import { storeMessages } from '../support/stored-messages.ts'
import { type OwnWorld, startWorld, type Tenant, type World } from '../support/world.ts'

/** The operations for API keys, and those for users that are no screen of the dashboard. */
export const keyAndUserOperations = Object.keys(operationCalls)

/** Those of them that name a record in their path. */
export const namingOperations = keyAndUserOperations.filter((operationId) => operationCalls[operationId]?.names)

/** The world of a file, with inboxes and users that one operation has for itself. */
export interface OperationWorld {
  world: OwnWorld
  operation: PreparedOperation
  /** The tenant's inbox, and the other tenant's. */
  own: Inbox
  foreign: Inbox
  /** Access tokens of users of the tenant. */
  viewer: string
  owner: string
}

/** Starts one world for a file. @returns what makes the records of an operation in it, before the tests of a `describe` */
export function sharedWorld(settings: Record<string, string> = {}): (operationId: string) => () => OperationWorld {
  const world = perFile(() =>
    startWorld({ settings: { INLET_ROLE: 'http', FAILED_CREDENTIALS_PER_MINUTE: '10000', ...settings } }),
  )

  return (operationId) => {
    let prepared: OperationWorld | null = null
    beforeAll(async () => {
      prepared = await prepare(world(), operationId)
    })
    return () => {
      if (!prepared) throw new Error('the world has not started')
      return prepared
    }
  }
}

async function prepare(world: OwnWorld, operationId: string): Promise<OperationWorld> {
  const localPart = `code-${operationId.toLowerCase()}`
  const own = await makeInbox(world, world.tenant, localPart)
  const foreign = await makeInbox(world, world.stranger, localPart)
  const owner = (await person(world, { role: 'owner' })).token
  const viewer = (await person(world, { role: 'viewer' })).token
  const inputs = { own: inputOf(world.tenant, own), foreign: inputOf(world.stranger, foreign) }
  return { world, own, foreign, owner, viewer, operation: prepareOperation({ world, owner }, operationId, inputs) }
}

/** By a key of its own, since the limit of requests for each key may be a small one. */
async function makeInbox(world: World, tenant: Tenant, localPart: string): Promise<Inbox> {
  const { status, body, text } = await world.call(`/v1/services/${tenant.serviceId}/addresses`, {
    method: 'POST',
    key: await world.apiKey({ scope: 'write', tenant }),
    body: { domainId: tenant.domain.id, localPart },
  })
  if (status !== 201) throw new Error(`no address: ${text}`)
  await storeMessages(world, body.data.fullAddress, [{ subject: 'Hello' }])
  // Half a second later: after that nothing but a call changes the address.
  const noted = { _id: body.data.id, lastMessageAt: { $ne: null } }
  await waitFor(async () => (await world.deps.db.collection('addresses').countDocuments(noted)) === 1)
  const [message] = await world.messagesOf(body.data.fullAddress)
  return { address: body.data, messageId: message?.id ?? '' }
}

/** All calls of an operation, the one that is served first. */
export const callsOf = ({ good, others }: PreparedOperation) => [good, ...Object.values(others ?? {})]
