// No schemas here: the dashboard reads its routes from this table, before it has loaded zod.

interface EventKind {
  /** The record that it reports. */
  data: 'address' | 'message' | 'delivery' | 'domain' | 'none'
  /** Whether webhooks report it (specification section 4). */
  webhook: boolean
  /** Whether the live feed reports it, to every member of the service. */
  live: boolean
  about: string
}

/**
 * Everything that the service reports: the types of webhook events and of the live feed, their payloads, the dashboard's choices and filters
 * are made from this table; the clients' types and the guides are checked against it.
 */
export const events = {
  'message.received': { data: 'message', webhook: true, live: true, about: 'A mail arrived' },
  'message.deleted': { data: 'message', webhook: true, live: true, about: 'A mail was deleted before it expired' },
  'message.read': { data: 'message', webhook: false, live: true, about: 'A mail was read for the first time' },
  'address.created': {
    data: 'address',
    webhook: true,
    live: true,
    about: 'An address was created by an API key, a person or its first mail',
  },
  'address.deleted': { data: 'address', webhook: false, live: true, about: 'An address was deleted' },
  'delivery.changed': { data: 'delivery', webhook: false, live: true, about: 'A webhook call was made or tried' },
  'domain.changed': {
    data: 'domain',
    webhook: false,
    live: true,
    about: 'A domain or the state of its records changed',
  },
  resync: { data: 'none', webhook: false, live: true, about: 'Changes may have been missed: read again' },
} as const satisfies Record<string, EventKind>

type Events = typeof events
export type EventType = keyof Events
type Channel = 'webhook' | 'live'
type TypesOf<C extends Channel, D extends EventKind['data'] = EventKind['data']> = {
  [T in EventType]: Events[T] extends Record<C, true> & { data: D } ? T : never
}[EventType]

const eventTypes: readonly EventType[] = Object.keys(events).filter((name): name is EventType => name in events)

/** The types that a channel reports of one kind of record. */
export const typesOf = <C extends Channel, D extends EventKind['data']>(channel: C, data: D): TypesOf<C, D>[] =>
  eventTypes.filter((type): type is TypesOf<C, D> => events[type][channel] && events[type].data === data)

export type WebhookEvent = TypesOf<'webhook'>
/** The types that webhooks report. */
export const webhookEvents: readonly WebhookEvent[] = eventTypes.filter(
  (type): type is WebhookEvent => events[type].webhook,
)
