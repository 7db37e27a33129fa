import { newAddressWindow, type RateLimiter, type Recipient } from '@inlet/core'
import { addressBlock, type IpList } from '@inlet/runtime'
import { SmtpRefusal } from '../smtp/smtp-refusal.ts'

/** Counts the addresses that a mail would create. @throws SmtpRefusal 451 4.7.1 when its client has created too many in this hour */
export type NewAddressLimit = (clientIp: string, recipients: readonly Recipient[]) => Promise<void>

/**
 * Limits how many addresses one client (IPv4 address, IPv6 /64) creates on public domains in an hour, counted over all processes and with
 * those that it makes as a visitor. The refusal is temporary, so an honest sender retries and loses nothing. A mail that creates more than
 * a whole hour's share needs all of it, so that a limit below a hundred makes no mail impossible for good.
 */
export function newAddressLimit(
  rateLimiter: RateLimiter,
  settings: { perHour: number; isExempt: IpList },
): NewAddressLimit {
  return async (clientIp, recipients) => {
    const names = new Set(
      recipients.filter(({ addressId }) => addressId === null).map(({ fullAddress }) => fullAddress),
    )
    if (names.size === 0 || settings.isExempt(clientIp)) return
    const window = newAddressWindow(addressBlock(clientIp))
    const needed = Math.min(names.size, settings.perHour)
    for (let taken = 0; taken < needed; taken += 1) {
      const { isAllowed } = await rateLimiter.take({ ...window, limit: settings.perHour, blockMax: 10 })
      if (!isAllowed) throw new SmtpRefusal('TOO_MANY_REQUESTS', 'Too many new addresses from you, try again later')
    }
  }
}

const hopsMax = 100

/** Refuses a mail with more than 100 `Received` fields (RFC 5321 §6.3). @throws SmtpRefusal 554 5.4.6 */
export function assertNoLoop(raw: Buffer): void {
  if (countReceived(raw) <= hopsMax) return
  throw new SmtpRefusal('BAD_REQUEST', 'Too many hops: this mail loops', { code: 554, enhanced: '5.4.6' })
}

const lineFeed = 10
const carriageReturn = 13
const received = 'received:'
/** Fields beyond this are not counted. */
const headerMaxBytes = 256 * 1024

/** Counts the `Received` fields of a raw mail in one pass over its header section. */
export function countReceived(raw: Buffer): number {
  const stop = Math.min(raw.length, headerMaxBytes)
  let count = 0
  let from = 0
  while (from < stop) {
    const first = raw[from]
    if (first === lineFeed || first === carriageReturn) return count
    // `R` or `r`: few other lines have to be decoded.
    if (first !== undefined && (first | 0x20) === 0x72 && isReceived(raw, from)) count += 1
    const end = raw.indexOf(lineFeed, from)
    if (end < 0) return count
    from = end + 1
  }
  return count
}

const isReceived = (raw: Buffer, from: number) =>
  raw.toString('latin1', from, from + received.length).toLowerCase() === received
