/** A command on a sharded collection that goes to every shard, by the file that sends it. */
interface Broadcast {
  collection: string
  at: string
  rate: string
  reason: string
}

const core = 'packages/core/src'
const jobs = 'packages/jobs/src'

const byId = 'the caller has only the id of the address'
const ofOwner =
  'the addresses of one service or domain are on all shards, since recipients are found more often than they are listed'
const forTheJob = 'the job asks for the work of all services; its index holds only what is pending'

/** All of them. A new one needs a rate that does not grow with each mail, or a reason why it must. */
export const broadcasts: readonly Broadcast[] = [
  ...addresses([
    [
      'addresses/touch-addresses.ts',
      'one for each batch of mail, one each half second with mail, and one for each deletion of a message',
      byId,
    ],
    ['addresses/address-memory.ts', 'one for each reading of messages by id; simultaneous ones share it', byId],
    ['addresses/change-address.ts', 'one for each deletion or extension by a person', byId],
    ['messages/clear-inbox.ts', 'one for each clearing by id', byId],
    ['addresses/list-addresses.ts', 'one for each page of addresses that is listed', ofOwner],
    ['paging/scan-newest-first.ts', 'one for each search among addresses, which take turns', ofOwner],
    [
      'addresses/find-address.ts',
      'one for each new address of a service with a plan; simultaneous ones share it',
      ofOwner,
    ],
    ['addresses/delete-addresses.ts', 'one for 500 addresses of a removed domain or service', ofOwner],
    [
      'addresses/settle-addresses.ts',
      'one for each proof of a host inside a wildcard, and for 500 of its addresses',
      ofOwner,
    ],
    ['addresses/insert-missing-addresses.ts', 'one for each batch of mail that makes addresses', ofOwner],
    ['domain-owners/', 'one for each removal of a domain', ofOwner],
    ['domains/', 'one for each page of domains', ofOwner],
    ['whole-service/', 'one for each act on a whole service, and for each 500 records of an export', ofOwner],
  ]),
  {
    collection: 'messages',
    at: `${core}/messages/message-memory.ts`,
    rate: 'one for each reading of messages by id; simultaneous ones share it',
    reason: 'a client names a message by its id alone',
  },
  {
    collection: 'messages',
    at: `${core}/messages/large-parts.ts`,
    rate: 'one for each run of the sweep that has large parts to look at',
    reason: 'copies in any inbox may name them; few messages are in the index',
  },
  {
    collection: 'messages',
    at: `${core}/messages/received-messages.ts`,
    rate: 'one for each process of the last minutes, each minute',
    reason: 'usage is counted by the process that received it, over all services',
  },
  {
    collection: 'messages',
    at: `${core}/messages/pending-receipts.ts`,
    rate: 'one for each service with new mail and pass of the dispatcher',
    reason: forTheJob,
  },
  { collection: 'messages', at: `${core}/dispatch/dispatch-events.ts`, rate: 'one for each pass', reason: forTheJob },
  { collection: 'events', at: `${core}/dispatch/dispatch-events.ts`, rate: 'one for each pass', reason: forTheJob },
  {
    collection: 'rawChunks',
    at: `${core}/messages/large-parts.ts`,
    rate: 'one for each large mail that is removed',
    reason: 'how many chunks a source has is not stored beside its id',
  },
  {
    collection: 'deliveries',
    at: `${core}/webhooks/read-deliveries.ts`,
    rate: 'one for each delivery that a person opens',
    reason: 'a client names a delivery by its id alone',
  },
  ...[
    ['messages', 'messages/message-changes.ts'],
    ['deliveries', 'webhooks/delivery-changes.ts'],
  ].map(([collection = '', file]) => ({
    collection,
    at: `${core}/${file}`,
    rate: 'one for all changes of a moment, while a live feed is open',
    reason: 'a change stream names what was updated by its id',
  })),
  ...['messages', 'rawChunks', 'sharedContents', 'events', 'deliveries'].flatMap((collection) => [
    {
      collection,
      at: 'apps/server/src/cli/',
      rate: 'a few for each run of the command line by the operator',
      reason: forTheJob,
    },
    {
      collection,
      at: `${core}/whole-service/`,
      rate: 'one for each 500 records of an import',
      reason: 'whether an id is taken in any service',
    },
  ]),
  { collection: 'deliveries', at: `${jobs}/webhooks/`, rate: 'one for each pass of the sender', reason: forTheJob },
]

function addresses(rows: readonly (readonly [file: string, rate: string, reason: string])[]): Broadcast[] {
  return rows.map(([file, rate, reason]) => ({ collection: 'addresses', at: `${core}/${file}`, rate, reason }))
}

const handsOver =
  'what the one service loses and what the other gets must not be seen apart; their audit entries are not sharded'

/** Transactions that name two services, by a file that takes part. */
export const transactionsOfTwoServices: readonly Pick<Broadcast, 'at' | 'rate' | 'reason'>[] = [
  { at: `${core}/domain-owners/check-domain.ts`, rate: 'one for each host that changes hands', reason: handsOver },
  { at: `${core}/domain-owners/take-over-host.ts`, rate: 'one for each host that changes hands', reason: handsOver },
]
