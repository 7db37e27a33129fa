import type { Access } from '../api/public-api.ts'
import { storedSignal } from './storage.ts'

/** An address that the visitor had open; `session` is the token of the one who made it. */
interface RecentAddress {
  address: string
  session: string | null
}

const recentMax = 30

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const parseRecent = (stored: unknown): RecentAddress[] | null => {
  if (!Array.isArray(stored)) return null
  return stored.filter(isRecord).flatMap(({ address, session }) => {
    if (typeof address !== 'string' || !address.includes('@')) return []
    return [{ address, session: typeof session === 'string' ? session : null }]
  })
}

const parseToken = (stored: unknown) => (typeof stored === 'string' ? stored : null)

const parsePasswords = (stored: unknown): Record<string, string> | null => {
  if (!isRecord(stored)) return null
  return Object.fromEntries(
    Object.entries(stored).flatMap(([address, text]) => (typeof text === 'string' ? [[address, text]] : [])),
  )
}

/** Newest first. */
export const recentAddresses = storedSignal<RecentAddress[]>({
  area: 'localStorage',
  key: 'recent',
  parse: parseRecent,
  initial: [],
})

/** The unlock token of the service; it ends by itself after twelve hours. */
export const unlockToken = storedSignal<string | null>({
  area: 'localStorage',
  key: 'unlock',
  parse: parseToken,
  initial: null,
})

/** Passwords of inboxes, kept until the tab is closed so that a reload asks for none. */
const passwords = storedSignal<Record<string, string>>({
  area: 'sessionStorage',
  key: 'passwords',
  parse: parsePasswords,
  initial: {},
})

const sessionOf = (address: string) => recentAddresses.value.find((each) => each.address === address)?.session ?? null

/** What the visitor has for an inbox. */
export const accessTo = (address: string): Access => ({
  unlockToken: unlockToken.value,
  password: passwords.value[address] ?? null,
  session: sessionOf(address),
})

/** Keeps an address among the recent ones, where it was opened last; a known session stays unless there is a new one. */
export function rememberAddress(address: string, session: string | null = sessionOf(address)): void {
  const others = recentAddresses.value.filter((each) => each.address !== address)
  recentAddresses.value = [{ address, session }, ...others].slice(0, recentMax)
}

/** Takes an address off the list, with its session: what it owns can then be deleted by nobody here. */
export function forgetAddress(address: string): void {
  recentAddresses.value = recentAddresses.value.filter((each) => each.address !== address)
}

/** Keeps the password of an inbox, or drops it where it is null. */
export function keepPassword(address: string, password: string | null): void {
  const { [address]: _, ...others } = passwords.value
  passwords.value = password === null ? others : { ...others, [address]: password }
}
