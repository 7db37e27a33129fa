/** A place of the page. */
export type Route =
  | { view: 'start' }
  | { view: 'inbox'; address: string; messageId: string | null }
  | { view: 'unknown' }

const localPart = /^[a-z0-9._-]{1,64}$/
const ulid = /^[0-9A-HJKMNP-TV-Z]{26}$/

/** Whether a text can be what stands before the `@` of an address. */
export const isLocalPart = (text: string): boolean => localPart.test(text)

/** The place that a path stands for: `/`, `/code@host` or `/code@host/MESSAGE`. */
export function readPath(pathname: string): Route {
  if (pathname === '/') return { view: 'start' }
  const [first = '', messageId = null, ...others] = pathname.replace(/\/$/, '').slice(1).split('/')
  const address = decode(first).toLowerCase()
  const at = address.indexOf('@')
  if (at < 0 || others.length > 0 || !isLocalPart(address.slice(0, at))) return { view: 'unknown' }
  if (messageId !== null && !ulid.test(messageId)) return { view: 'unknown' }
  return { view: 'inbox', address, messageId }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}

/** The path of an inbox. */
export const inboxPath = (address: string): string => `/${address}`

/** The path of a message. */
export const messagePath = (address: string, id: string): string => `/${address}/${id}`
