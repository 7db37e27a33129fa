import type { CreatedAddress } from '@inlet/contract'
import { insertDomain, type PaymentProvider } from '@inlet/core'
import { paidBilling } from '@inlet/testkit'
import { type DescribedOperation, operations } from './contract-document.ts'
import { person } from './people.ts'
import { storeMessages } from './stored-messages.ts'
import { type PreparedVisitorOperation, prepareVisitorOperations, prepareVisits, type Visits } from './visitor-calls.ts'
import { type Answer, type Call, type OwnWorld, startWorld, type World } from './world.ts'

/** Well formed, and the id of no record. */
export const absentId = '01JD3Q7Z5V8XK2M4N6P8R0T2W4'

/** A provider of payment that a test may switch off, as an installation has it without one. */
export type SwitchedBilling = Omit<PaymentProvider, 'kind'> & { kind: 'stripe' | 'none' }

/** What a call asks for: the ids of records, and a page's `limit`. */
export interface CallInput {
  serviceId: string
  domainId: string
  addressId: string
  fullAddress: string
  messageId: string
  limit: number
}

interface OperationCall {
  /** The folder of the tests that are its own. */
  folder: string
  /** The smallest scope of an API key that may call it; null where no key may. */
  scope: 'read' | 'write' | null
  /** What stands for the path's parameter. */
  names?: keyof CallInput
  takesLimit?: boolean
  body?: (input: CallInput) => Record<string, unknown>
}

/** How each operation of the contract is called; those that delete come last, after what they delete was asked for. */
export const operationCalls: Record<string, OperationCall> = {
  listAddresses: { folder: 'addresses-list', scope: 'read', names: 'serviceId', takesLimit: true },
  createAddress: {
    folder: 'addresses-create',
    scope: 'write',
    names: 'serviceId',
    body: ({ domainId }) => ({ domainId }),
  },
  listMessages: { folder: 'messages-list', scope: 'read', names: 'fullAddress', takesLimit: true },
  readMessage: { folder: 'messages-get', scope: 'read', names: 'messageId' },
  readMe: { folder: 'me-get', scope: null },
  extendAddress: { folder: 'addresses-extend', scope: null, names: 'addressId' },
  deleteMessage: { folder: 'messages-delete', scope: null, names: 'messageId' },
  deleteAddress: { folder: 'addresses-delete', scope: null, names: 'addressId' },
}

type Ask = (how?: Call) => Promise<Answer>

/** An operation and its calls in a prepared world, with a credential that fits unless `how` names a key or a token. */
export interface PreparedOperation extends Pick<DescribedOperation, 'operationId' | 'method'> {
  /** Which credential it takes; visitors send none. */
  kind: 'integrator' | 'user' | 'visitor'
  /** The smallest scope of an API key that may call it; null where no key may. */
  scope: 'read' | 'write' | null
  /** A call that is served. */
  good: Ask
  /** The same with input that breaks the schema, for the other tenant's record, and for one that does not exist; null where a call names no record. */
  others: { bad: Ask; foreign: Ask; absent: Ask } | null
  /** Brings about a status in a way of its own; null where `provocations` have it. */
  provoke?: (status: number) => Promise<Answer[]> | null
}

/** An inbox with one message. */
export interface Inbox {
  address: CreatedAddress
  messageId: string
}

/** A world with the records that the operations ask for, of both tenants, and with users of several roles. */
export interface PreparedWorld {
  world: OwnWorld
  /** The tenant's inbox, and the other tenant's. */
  own: Inbox
  foreign: Inbox
  /** By operation id, in the order in which the calls of `good` succeed one after the other. */
  operations: Map<string, PreparedOperation>
  /** Access tokens of users of the tenant. */
  viewer: string
  owner: string
  /** Access token of the other tenant's owner. */
  strangerOwner: string
  /** A domain of the tenant that is not verified. */
  pendingDomainId: string
  /** Takes payment, unless a test switches it off. */
  billing: SwitchedBilling
  visits: Visits
  visitorOperations: PreparedVisitorOperation[]
}

/** Starts a world over HTTP alone, and makes in it what the operations ask for. */
export async function startPreparedWorld(
  settings: Record<string, string> = {},
  databaseUri?: string,
): Promise<PreparedWorld> {
  const billing: SwitchedBilling = paidBilling()
  const world = await startWorld({
    hasDns: true,
    billing,
    settings: {
      INLET_ROLE: 'http',
      PUBLIC_REQUESTS_PER_MINUTE: '10000',
      UNLOCKS_PER_QUARTER_HOUR: '10000',
      USER_REQUESTS_PER_MINUTE: '10000',
      MAX_SERVICES_PER_USER: '10000',
      ...settings,
    },
    ...(databaseUri && { databaseUri }),
  })
  const { tenant, stranger, deps } = world
  const [own, foreign] = [await inboxWithMessage(world), await inboxWithMessage(world, stranger)]
  const owner = (await person(world, { role: 'owner' })).token
  const strangerOwner = (await person(world, { role: 'owner', tenant: stranger })).token
  const viewer = (await person(world, { role: 'viewer' })).token
  const pending = await insertDomain(deps, {
    serviceId: tenant.serviceId,
    hostname: 'pending.example',
    state: 'pending',
  })

  const visits = await prepareVisits(world)
  const visitorOperations = prepareVisitorOperations(world, visits)
  const inputs = { own: inputOf(tenant, own), foreign: inputOf(stranger, foreign) }
  const prepared = Object.keys(operationCalls).map((operationId) =>
    prepareOperation({ world, owner }, operationId, inputs),
  )
  return {
    world,
    own,
    foreign,
    operations: new Map([...prepared, ...visitorOperations].map((each) => [each.operationId, each])),
    visits,
    visitorOperations,
    viewer,
    owner,
    strangerOwner,
    pendingDomainId: pending._id,
    billing,
  }
}

/** An operation with its calls: `own` is what a call that is served asks for, `foreign` another tenant's. */
export function prepareOperation(
  { world, owner }: Pick<PreparedWorld, 'world' | 'owner'>,
  operationId: string,
  { own, foreign }: { own: CallInput; foreign: CallInput },
): PreparedOperation {
  const { method, scope, names } = describedCall(operationId)
  const credential = scope === null ? { token: owner } : {}
  const ask =
    (input: CallInput): Ask =>
    (how = {}) =>
      callOperation(world, { operationId, input, ...('key' in how || 'token' in how ? {} : credential), ...how })
  const others = { bad: ask(badInput(own)), foreign: ask(foreign), absent: ask(absentInput(own, operationId)) }
  const kind = scope === null ? 'user' : 'integrator'
  return { operationId, method, kind, scope, good: ask(own), others: names ? others : null }
}

/** Calls an operation over REST. */
export function callOperation(world: World, call: Call & { operationId: string; input: CallInput }): Promise<Answer> {
  const { operationId, input, ...how } = call
  const { method, path, names, takesLimit, body } = describedCall(operationId)
  const target = path.replace(/\{\w+\}/, names ? String(input[names]) : '')
  return world.call(`/v1${target}${takesLimit ? `?limit=${input.limit}` : ''}`, {
    method,
    ...(body && { body: body(input) }),
    ...how,
  })
}

function describedCall(operationId: string): DescribedOperation & OperationCall {
  const described = operations.find((each) => each.operationId === operationId)
  const call = operationCalls[operationId]
  if (!described || !call) throw new Error(`${operationId} is no operation of the contract`)
  return { ...described, ...call }
}

/** What a call asks for in a tenant's inbox. */
export const inputOf = ({ serviceId, domain }: World['tenant'], { address, messageId }: Inbox): CallInput => ({
  serviceId,
  domainId: domain.id,
  addressId: address.id,
  fullAddress: address.fullAddress,
  messageId,
  limit: 50,
})

/** The same with values that break the schema. */
export const badInput = (input: CallInput): CallInput => ({
  ...input,
  domainId: 'x',
  addressId: 'x',
  messageId: 'x',
  limit: 0,
})

/** The same for records that do not exist; the service exists, except where an operation names nothing else. */
export const absentInput = (input: CallInput, operationId?: string): CallInput => ({
  ...input,
  ...(operationId === 'listAddresses' && { serviceId: absentId }),
  domainId: absentId,
  addressId: absentId,
  fullAddress: input.fullAddress.replace(/^[^@]+/, 'absent'),
  messageId: absentId,
})

/** Makes an inbox of a tenant, with one message. */
export async function inboxWithMessage(world: World, tenant = world.tenant, localPart = 'code'): Promise<Inbox> {
  const address = await world.address(localPart, tenant)
  await storeMessages(world, address.fullAddress, [{ subject: 'Hello' }])
  const [message] = await world.messagesOf(address.fullAddress)
  return { address, messageId: message?.id ?? '' }
}
