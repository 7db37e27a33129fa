import type { RateLimiter, Recipient } from '@inlet/core'
import { addressBlock, type IpList } from '@inlet/runtime'
import { SmtpRefusal } from '../smtp-reply.ts'

const hourMs = 3_600_000

/** Counts the addresses that a mail would make. @throws SmtpRefusal 451 4.7.1 when its client has made enough in this hour */
export type NewAddressLimit = (clientIp: string, recipients: readonly Recipient[]) => Promise<void>

/**
 * Limits how many addresses one client (IPv4 address, IPv6 /64) makes on public domains in an hour, counted over all processes. Passing:
 * what was refused comes again, so nothing is lost of a mail that would have been honest. A mail that makes more than a whole hour's
 * share needs all of it, so that a limit below a hundred makes no mail impossible for good.
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
    const bucket = `new-address:${addressBlock(clientIp)}`
    const needed = Math.min(names.size, settings.perHour)
    for (let taken = 0; taken < needed; taken += 1) {
      const { isAllowed } = await rateLimiter.take({ bucket, limit: settings.perHour, windowMs: hourMs, blockMax: 10 })
      if (!isAllowed) throw new SmtpRefusal('TOO_MANY_REQUESTS', 'Too many new addresses from you, try again later')
    }
  }
}
