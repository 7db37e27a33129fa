import type { Answer, Call, World } from './world.ts'

/** Well formed, and nowhere. */
export const absentId = '01JD3Q7Z5V8XK2M4N6P8R0T2W4'

/** One of the integrator's endpoints, as a test calls it. */
export interface Endpoint {
  name: string
  /** The scope below which a key is refused. */
  scope: 'read' | 'write'
  /** A call that a fitting key is served. */
  good(how?: Call): Promise<Answer>
  /** The same for a record of the other tenant. */
  foreign(how?: Call): Promise<Answer>
  /** The same with input that breaks the schema. */
  bad(how?: Call): Promise<Answer>
  /** The same for a record that is nowhere; null where there can be none. */
  absent: ((how?: Call) => Promise<Answer>) | null
}

/** The four endpoints that take an API key, each with an inbox and a message of both tenants to ask for. */
export async function endpoints(world: World, messages: { own: string; foreign: string }): Promise<Endpoint[]> {
  const { tenant, stranger, call } = world
  const create = (serviceId: string, domainId: string) => (how?: Call) =>
    call(`/v1/services/${serviceId}/addresses`, { method: 'POST', body: { domainId }, ...how })
  const get = (path: string) => (how?: Call) => call(`/v1${path}`, how)
  return [
    {
      name: 'listAddresses',
      scope: 'read',
      good: get(`/services/${tenant.serviceId}/addresses`),
      foreign: get(`/services/${stranger.serviceId}/addresses`),
      bad: get(`/services/${tenant.serviceId}/addresses?limit=0`),
      absent: null,
    },
    {
      name: 'createAddress',
      scope: 'write',
      good: create(tenant.serviceId, tenant.domain.id),
      foreign: create(stranger.serviceId, stranger.domain.id),
      bad: create(tenant.serviceId, 'x'),
      absent: create(tenant.serviceId, absentId),
    },
    {
      name: 'listMessages',
      scope: 'read',
      good: get(`/inboxes/code@${tenant.domain.hostname}/messages`),
      foreign: get(`/inboxes/code@${stranger.domain.hostname}/messages`),
      bad: get(`/inboxes/code@${tenant.domain.hostname}/messages?q=a`),
      absent: get(`/inboxes/absent@${tenant.domain.hostname}/messages`),
    },
    {
      name: 'readMessage',
      scope: 'read',
      good: get(`/messages/${messages.own}`),
      foreign: get(`/messages/${messages.foreign}`),
      bad: get('/messages/x'),
      absent: get(`/messages/${absentId}`),
    },
  ]
}
