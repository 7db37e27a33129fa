import { randomInt } from 'node:crypto'
import { encodeCursor } from '@inlet/core'
import type { KnownInbox } from './known-inboxes.ts'
import { addressSearches } from './make-inboxes.ts'
import type { ReadCall } from './read-load.ts'
import { searchWords } from './template-mail.ts'

/** Every busy inbox has twice as many rows at every size, so that a page costs the same everywhere. */
const pageRows = 20
/** A search scans this many of the newest mails at every size. */
const searchedMails = 40

/** A kind of call to an inbox that is drawn at random. */
type CallMaker = (inbox: KnownInbox) => string

const messagesOf = ({ fullAddress }: KnownInbox) => `/inboxes/${fullAddress}/messages?limit=${pageRows}`

const deepPage: CallMaker = (inbox) => {
  const { fullAddress, messageIds } = inbox
  const position = messageIds[randomInt(1, Math.max(2, messageIds.length - pageRows))] ?? null
  const cursor = encodeCursor({ list: 'messages', filters: { fullAddress } }, position)
  return `${messagesOf(inbox)}&cursor=${cursor}`
}

const search =
  (word: string): CallMaker =>
  (inbox) =>
    `${messagesOf(inbox)}&q=${word}&after=${inbox.messageIds[searchedMails] ?? ''}`

/** The measured calls, by their name in the table. */
const callMakers = {
  'list, first page': messagesOf,
  'list, a page anywhere': deepPage,
  'search, common word': search(searchWords.common),
  'search, rare word': search(searchWords.rare),
  'search, no hit': search(searchWords.absent),
  'search, no hit, whole inbox': (inbox) => `${messagesOf(inbox)}&q=${searchWords.absent}`,
  'addresses, q': ({ serviceId }) =>
    `/services/${serviceId}/addresses?limit=${pageRows}&q=${addressSearches[randomInt(addressSearches.length)]}`,
  'addresses, first page': ({ serviceId }) => `/services/${serviceId}/addresses`,
} as const satisfies Record<string, CallMaker>

/** The name of a measured call. */
export type CallName = keyof typeof callMakers
/** A search through all of an inbox. */
export const wholeInbox: CallName = 'search, no hit, whole inbox'
/** The first address lists of a server. */
export const firstLook = 'addresses, q, first look'

/** Scanning or first counting a whole inbox grows with the inbox, so the bound does not apply. */
export const isBounded = (figure: string) => figure !== wholeInbox && figure !== firstLook

/** The calls of every round, in the order in which they are measured. */
export const roundCalls = Object.keys(callMakers)
  .filter((name): name is CallName => name in callMakers)
  .filter((name) => name !== wholeInbox)

/** This many calls of a kind to random busy inboxes, spread over the servers. */
export function makeCalls(
  name: CallName,
  inboxes: KnownInbox[],
  { baseUrls, count }: { baseUrls: string[]; count: number },
): ReadCall[] {
  const busy = inboxes.filter(({ isBusy }) => isBusy)
  return Array.from({ length: count }, (_, index) => {
    const inbox = busy[randomInt(busy.length)]
    if (!inbox) throw new Error('there is no busy inbox')
    return { url: `${baseUrls[index % baseUrls.length]}${callMakers[name](inbox)}`, apiKey: inbox.apiKey }
  })
}

/** Address lists that together show every inbox once. */
export function firstLooks(inboxes: KnownInbox[], baseUrl: string): ReadCall[] {
  const keys = new Map(inboxes.map(({ serviceId, apiKey }) => [serviceId, apiKey]))
  return [...keys].flatMap(([serviceId, apiKey]) =>
    addressSearches.map((q) => ({ url: `${baseUrl}/services/${serviceId}/addresses?q=${q}`, apiKey })),
  )
}
