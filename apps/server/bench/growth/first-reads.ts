import { randomInt } from 'node:crypto'
import type { KnownInbox } from './known-inboxes.ts'

/** So many of an inbox are its newest: half of what a busy inbox has at the smallest size. */
const newestMails = 25

/** Reads of messages that nobody has read, by what a table says of them, and which of an inbox's they are. */
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

/** So many messages of the busy inboxes, each once, in any order; fewer where there are no more. */
export function drawMessages(name: FirstReadName, inboxes: KnownInbox[], count: number): ReadableMessage[] {
  return inboxes
    .flatMap(({ messageIds, apiKey }) => firstReads[name](messageIds).map((id) => ({ id, apiKey })))
    .map((message) => ({ message, place: randomInt(1 << 30) }))
    .sort((a, b) => a.place - b.place)
    .slice(0, count)
    .map(({ message }) => message)
}
