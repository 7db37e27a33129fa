import type { LiveEvent } from '@inlet/contract'
import type { ChangeStream, ChangeStreamOptions, Document } from 'mongodb'
import { type AddressChange, toCreatedItem, watchedAddresses } from '../addresses/address-changes.ts'
import type { Deps } from '../deps.ts'
import { type ChangedDomain, findDomainItems, toNewDomainItem, watchedDomains } from '../domains/domain-changes.ts'
import type { Inserted } from '../feed-events/change.ts'
import type { FeedContent, FeedEventDoc } from '../feed-events/feed-event-model.ts'
import { watchedFeedEvents } from '../feed-events/feed-events.ts'
import { findMessageItems, type MessageChange, toReceivedItem, watchedMessages } from '../messages/message-changes.ts'
import {
  type DeliveryChange,
  findDeliveryItems,
  newDeliveryItems,
  watchedDeliveries,
} from '../webhooks/delivery-changes.ts'
import { type EventChange, watchedEvents } from '../webhooks/stored-events.ts'

type FeedEventChange = Inserted<'feedEvents.insert', Pick<FeedEventDoc, 'serviceId' | 'content'>>

/** A change that a feed reports, as the change stream has it. */
export type FeedChange = MessageChange | AddressChange | DeliveryChange | ChangedDomain | EventChange | FeedEventChange

/** What a feed of this service reports; `id` is its position, the same for every process. */
export interface FeedEvent {
  id: string
  serviceId: string
  event: LiveEvent
}

const watched = [watchedMessages, watchedAddresses, watchedDeliveries, watchedDomains, watchedEvents, watchedFeedEvents]

const fields = new Set(watched.flatMap((each): string[] => each.fields).filter((field) => field !== '_id'))

const filter = { $match: { $or: watched.flatMap((each): Document[] => each.filters) } }
const projection = {
  $project: {
    kind: { $concat: ['$ns.coll', '.', '$operationType'] },
    key: '$documentKey._id',
    at: '$wallTime',
    // The large parts of a mail stay in the database.
    document: Object.fromEntries([...fields].map((field) => [field, `$fullDocument.${field}`])),
  },
}

/**
 * Opens a change stream of what feeds report, of every service, or of one as far as a change names its service. An open stream slows every write
 * of the database: a process opens one for all its feeds.
 */
export function openFeedStream(
  deps: Deps,
  options: ChangeStreamOptions = {},
  serviceId?: string,
): ChangeStream<Document, FeedChange> {
  const ofService = { $match: { $or: [{ 'fullDocument.serviceId': serviceId }, { operationType: 'update' }] } }
  const stages = serviceId === undefined ? [filter, projection] : [filter, ofService, projection]
  return deps.db.watch<Document, FeedChange>(stages, { maxAwaitTimeMS: 1_000, ...options })
}

/** The text of a resume token: the position of a change, or one that no later change is before; empty for what is no token. */
export function positionOf(token: unknown): string {
  const isToken = typeof token === 'object' && token !== null && '_data' in token
  return isToken && typeof token._data === 'string' ? token._data : ''
}

/**
 * Turns changes into what feeds report, in their order, without those of services that are not wanted. What the stream says only the id of
 * is read, as it is now; what is deleted by now is left out.
 */
export async function toFeedEvents(
  deps: Deps,
  changes: readonly FeedChange[],
  isWanted: (serviceId: string) => boolean,
): Promise<FeedEvent[]> {
  const updatedIds = (kind: FeedChange['kind']) => [
    ...new Set(changes.filter((change) => change.kind === kind).map(({ key }) => key)),
  ]
  const read = await findMessageItems(deps, updatedIds('messages.update'))
  const made = await newDeliveryItems(
    deps,
    changes
      .filter((change) => change.kind === 'deliveries.insert')
      .filter(({ document }) => isWanted(document.serviceId)),
  )
  const sent = await findDeliveryItems(deps, updatedIds('deliveries.update'))
  const checked = await findDomainItems(deps, updatedIds('domains.update'))

  function contentOf(change: FeedChange): { serviceId: string; content: FeedContent } | null {
    const { kind, key } = change
    switch (kind) {
      case 'messages.update': {
        const found = read.get(key)
        return found ? { serviceId: found.serviceId, content: { type: 'message.read', data: found.item } } : null
      }
      case 'deliveries.insert': {
        const found = made.get(key)
        return found ? { serviceId: found.serviceId, content: { type: 'delivery.changed', data: found.item } } : null
      }
      case 'deliveries.update': {
        const found = sent.get(key)
        return found ? { serviceId: found.serviceId, content: { type: 'delivery.changed', data: found.item } } : null
      }
      case 'domains.update': {
        const found = checked.get(key)
        return found ? { serviceId: found.serviceId, content: { type: 'domain.changed', data: found.item } } : null
      }
      default: {
        const { serviceId } = change.document
        return isWanted(serviceId) ? { serviceId, content: insertedContent(change) } : null
      }
    }
  }

  return changes.flatMap((change) => {
    const found = contentOf(change)
    if (!found || !isWanted(found.serviceId)) return []
    const { serviceId, content } = found
    return [{ id: change._id._data, serviceId, event: { ...content, at: change.at.toISOString() } }]
  })
}

function insertedContent(change: Exclude<FeedChange, { kind: `${string}.update` | 'deliveries.insert' }>): FeedContent {
  switch (change.kind) {
    case 'messages.insert':
      return { type: 'message.received', data: toReceivedItem(change.key, change.document) }
    case 'addresses.insert':
      return { type: 'address.created', data: toCreatedItem(change.key, change.document) }
    case 'domains.insert':
      return { type: 'domain.changed', data: toNewDomainItem(change.key, change.document) }
    case 'events.insert': {
      // The event for webhooks has the service beside the message.
      const { serviceId: _, ...message } = change.document.data
      return { type: 'message.deleted', data: message }
    }
    case 'feedEvents.insert':
      return change.document.content
  }
}
