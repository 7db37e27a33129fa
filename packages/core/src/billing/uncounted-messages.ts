import { randomUUID } from 'node:crypto'
import { type CountedField, countPaths } from './usage-day-model.ts'

/** A stored message, as far as it is counted, and noted at its address. */
export interface CountedMessage {
  id: string
  addressId: string
  serviceId: string
  isLive: boolean
  hasCode: boolean
  sizeBytes: number
  receivedAt: Date
}

/** What a run of messages of one service on one day adds. */
export interface Addition {
  /** The newest message of the run. */
  lastId: string
  /** By the field's path in the document. */
  sums: Map<string, number>
}

/** The additions to one day of one service, oldest first. */
export interface UncountedDay {
  serviceId: string
  day: string
  additions: Addition[]
  /** The newest message of this receiver that the day has counted; null where it has none, undefined where that has to be read first. */
  countedUpTo: string | null | undefined
}

/** What a process has received as one receiver, and not written yet. Another one takes over when it is unsure what was stored. */
export interface Receiver {
  id: string
  /** By the id of the day's usage. */
  days: Map<string, UncountedDay>
  /** When the last mail came to an address, by its id. */
  arrivals: Map<string, Date>
  /** Whether the database knows of it: before that none of its messages may be stored. */
  isRegistered: boolean
  /** The newest message of which it is known whether it was stored. */
  settledUpTo: string
  /** The newest message up to which all are counted; `''` before the first count. */
  countedUpTo: string
  /** The newest message up to which all are noted at their addresses; `''` before the first time. */
  notedUpTo: string
}

/** The messages that this process has stored and not counted yet. They can be lost: then they are counted from the database. */
export interface UncountedMessages {
  current: Receiver
  /** Earlier ones, of which additions are left. */
  retired: Receiver[]
}

const newReceiver = (): Receiver => ({
  id: randomUUID(),
  days: new Map(),
  arrivals: new Map(),
  isRegistered: false,
  settledUpTo: '',
  countedUpTo: '',
  notedUpTo: '',
})

/** Makes the memory of a process. */
export const uncountedMessages = (): UncountedMessages => ({ current: newReceiver(), retired: [] })

/**
 * Nothing is known of some messages of the current receiver: from now on another one receives, and what the old one has stored is counted
 * from the database some time later.
 */
export function retireReceiver(uncounted: UncountedMessages): void {
  if (uncounted.current.days.size > 0) uncounted.retired.push(uncounted.current)
  uncounted.current = newReceiver()
}

/** What messages of one service and day add, in the order of their ids. */
export function additionOf(messages: CountedMessage[]): Addition {
  const sums = new Map<string, number>()
  const add = (field: CountedField, message: CountedMessage, count: number) => {
    for (const path of countPaths(field, { isLive: message.isLive, at: message.receivedAt })) {
      sums.set(path, (sums.get(path) ?? 0) + count)
    }
  }
  let lastId = ''
  for (const message of messages) {
    add('messagesReceived', message, 1)
    if (message.hasCode) add('messagesWithCode', message, 1)
    add('bytesReceived', message, message.sizeBytes)
    if (message.id > lastId) lastId = message.id
  }
  return { lastId, sums }
}
