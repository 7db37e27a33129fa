import type { CreatedAddress } from '@inlet/contract'
import { absentId } from './endpoints.ts'
import { storeMessages } from './stored-messages.ts'
import type { Answer, Call, World } from './world.ts'

/** One of the endpoints that take a user's token and no key, as a test calls it. */
export interface UserEndpoint {
  name: string
  /** What success answers. */
  status: 200 | 204
  good(how?: Call): Promise<Answer>
  /** The same for a record of the other tenant, with input that breaks the schema, for a record that is nowhere. */
  others: {
    foreign(how?: Call): Promise<Answer>
    bad(how?: Call): Promise<Answer>
    absent(how?: Call): Promise<Answer>
  } | null
}

/** An inbox with one message. */
export interface Inbox {
  address: CreatedAddress
  messageId: string
}

/** Makes an inbox of a tenant, with one message. */
export async function inhabit(world: World, tenant = world.tenant, localPart = 'code'): Promise<Inbox> {
  const address = await world.address(localPart, tenant)
  await storeMessages(world, address.fullAddress, [{ subject: 'Hello' }])
  const [message] = await world.messagesOf(address.fullAddress)
  return { address, messageId: message?.id ?? '' }
}

/** The endpoints for users alone, in an order in which each finds what it asks for. */
export function userEndpoints(world: World, own: Inbox, foreign: Inbox): UserEndpoint[] {
  const ask = (method: string, path: string) => (how?: Call) => world.call(`/v1${path}`, { method, ...how })
  const each = (method: string, pathOf: (id: string) => string, ids: { own: string; foreign: string }) => ({
    good: ask(method, pathOf(ids.own)),
    others: {
      foreign: ask(method, pathOf(ids.foreign)),
      bad: ask(method, pathOf('x')),
      absent: ask(method, pathOf(absentId)),
    },
  })
  const addresses = { own: own.address.id, foreign: foreign.address.id }
  const messages = { own: own.messageId, foreign: foreign.messageId }
  return [
    { name: 'readMe', status: 200, good: ask('GET', '/me'), others: null },
    { name: 'extendAddress', status: 200, ...each('POST', (id) => `/addresses/${id}/extend`, addresses) },
    { name: 'deleteMessage', status: 204, ...each('DELETE', (id) => `/messages/${id}`, messages) },
    { name: 'deleteAddress', status: 204, ...each('DELETE', (id) => `/addresses/${id}`, addresses) },
  ]
}
