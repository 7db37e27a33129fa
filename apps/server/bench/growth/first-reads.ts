import { randomInt } from 'node:crypto'
import type { KnownInbox } from './known-inboxes.ts'

/** This many messages of an inbox count as its newest: half of a busy inbox at the smallest size. */
const newestMails = 25

/** Reads of unread messages, by their name in the table, and which messages of an inbox they read. */
const firstReads = {
  'message, first read': (ids: string[]) => ids.slice(0, newestMails),
  'message, first read, older': (ids: string[]) => ids.slice(newestMails),
} as const

/** The name of such reads. */
export type FirstReadName = keyof typeof firstReads
export const firstReadNames = Object.keys(firstReads).filter((name): name is FirstReadName => name in firstReads)

/** A message, and a key that may read it. */
export interface ReadableMessage {
  id: string
  apiKey: string
}

/** This many different messages of the busy inboxes, in random order; fewer if there are no more. */
export function drawMessages(name: FirstReadName, inboxes: KnownInbox[], count: number): ReadableMessage[] {
  return inboxes
    .flatMap(({ messageIds, apiKey }) => firstReads[name](messageIds).map((id) => ({ id, apiKey })))
    .map((message) => ({ message, place: randomInt(1 << 30) }))
    .sort((a, b) => a.place - b.place)
    .slice(0, count)
    .map(({ message }) => message)
}
