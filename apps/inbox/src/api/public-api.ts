import type { PublicAddress, PublicMessage, ReadPublicInboxOutput } from '@inlet/contract'
import { request, requestOnce } from './request.ts'

/** What a visitor shows for an inbox: the unlock token of the service, the password of the inbox, the session that made it. */
export interface Access {
  unlockToken: string | null
  password: string | null
  session: string | null
}

interface InboxQuery {
  cursor?: string
  after?: string
  waitSeconds?: number
}

/** The page's own read must end before it is given up; the server answers a held call within a second of its time. */
const spareSeconds = 15

// A header value holds bytes; fetch takes one character for each.
const utf8 = (text: string) => String.fromCharCode(...new TextEncoder().encode(text))

const headersOf = ({ unlockToken, password, session }: Access): Record<string, string> => ({
  ...(unlockToken && { 'X-Unlock-Token': unlockToken }),
  ...(password && { 'X-Inbox-Password': utf8(password) }),
  ...(session && { 'X-Inbox-Session': session }),
})

const inboxPath = (address: string) => `/inbox/${encodeURIComponent(address)}`
const messagePath = (address: string, id: string) => `${inboxPath(address)}/messages/${id}`

/** GET /public/inbox/:address, held for `waitSeconds`. A 429 is thrown at once: the caller repeats the call and knows how long to wait. */
export function readInbox(address: string, query: InboxQuery, call: { access: Access; signal: AbortSignal }) {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) search.set(name, String(value))
  return requestOnce<ReadPublicInboxOutput>(`${inboxPath(address)}?${search}`, {
    headers: headersOf(call.access),
    signal: call.signal,
    timeoutSeconds: (query.waitSeconds ?? 0) + spareSeconds,
  })
}

/** GET /public/inbox/:address/messages/:id; marks it read. */
export async function readMessage(address: string, id: string, access: Access): Promise<PublicMessage> {
  const { body } = await request<{ data: PublicMessage }>(messagePath(address, id), { headers: headersOf(access) })
  return body.data
}

/** DELETE /public/inbox/:address/messages/:id. `isLast`: the page is being closed. */
export async function deleteMessage(address: string, id: string, call: { access: Access; isLast: boolean }) {
  await request(messagePath(address, id), {
    method: 'DELETE',
    headers: headersOf(call.access),
    isLast: call.isLast,
  })
}

/** DELETE /public/inbox/:address: all its messages. */
export async function clearInbox(address: string, call: { access: Access; isLast: boolean }) {
  await request(inboxPath(address), { method: 'DELETE', headers: headersOf(call.access), isLast: call.isLast })
}

/** POST /public/inbox/:address/extend. @returns the new `expiresAt` */
export async function extendAddress(address: string, access: Access): Promise<string> {
  const { body } = await request<{ data: { expiresAt: string } }>(`${inboxPath(address)}/extend`, {
    method: 'POST',
    headers: headersOf(access),
    body: {},
  })
  return body.data.expiresAt
}

/** POST /public/inbox/generate; without a local part a random one. */
export async function generateAddress(
  hostname: string,
  localPart: string,
  unlockToken: string | null,
): Promise<PublicAddress> {
  const { body } = await request<{ data: { address: PublicAddress } }>('/inbox/generate', {
    method: 'POST',
    headers: headersOf({ unlockToken, password: null, session: null }),
    body: { hostname, ...(localPart && { localPart }) },
  })
  return body.data.address
}

/** POST /public/unlock. @returns the unlock token */
export async function unlock(host: string, password: string): Promise<string> {
  const { body } = await request<{ data: { token: string } }>('/unlock', { method: 'POST', body: { host, password } })
  return body.data.token
}

/** GET /public/unlock-status: whether a token opens the service of this host. */
export async function isUnlocked(host: string, token: string): Promise<boolean> {
  const { body } = await request<{ data: { ok: boolean } }>(`/unlock-status?${new URLSearchParams({ host, token })}`)
  return body.data.ok
}
