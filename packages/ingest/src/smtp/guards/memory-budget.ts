import { addressBlock, type IpList } from '@inlet/runtime'
import { smallMailMaxBytes } from '../mail-buffer.ts'
import { RecentBytes } from './recent-bytes.ts'

/** The memory of one incoming mail. */
export interface MailMemory {
  /** Takes this much more; false, and nothing taken, where it is not available now. */
  take(bytes: number): boolean
  /** The mail is whole: it is not evicted any more and keeps its memory until `release`. */
  keep(): void
  /** Gives all of it back. */
  release(): void
}

export interface MemoryBudget {
  /** A mail begins. `evict` must end it, and then release it, when mails that come faster need its memory. */
  open(clientIp: string, evict: () => void): MailMemory
  /** Whether there is memory for a mail of this size now. Nothing is taken. */
  hasRoomFor(clientIp: string, bytes: number): boolean
  /** Whether so little is free that a slow mail keeps others out. */
  isScarce(): boolean
  /** What all clients hold together. */
  heldBytes(): number
}

interface BudgetSettings {
  totalBytes: number
  /** Of the total, for the large mails of one client; one mail of the largest size fits in any case. */
  clientShare: number
  largestBytes: number
  /** Of the total, reserved for small mails. */
  smallMailShare: number
  isExempt: IpList
  /** Milliseconds; only differences count. */
  now: () => number
}

/** What one mail or one client holds; `large`: the bytes of mails that have become large. */
interface Holding {
  all: number
  large: number
}

interface Mail {
  client: string
  isExempt: boolean
  held: Holding
  recent: RecentBytes
  evict: () => void
}

/** What the small mails of a client may hold beside its large ones, as a share of those. */
const smallBesideLarge = 0.25
const scarceShare = 0.8

/**
 * Limits the memory of all incoming mails of the process. One client (IPv4 address, IPv6 /64) has a small share, so that only many
 * clients together could use up the budget; a part is reserved for small mails, of up to 256 KiB. When the budget is used up, the large
 * mail that came slowest in the last seconds is evicted for one that comes faster. Exempt clients may take all that is free.
 */
export function createMemoryBudget(settings: BudgetSettings): MemoryBudget {
  const { totalBytes, isExempt, now } = settings
  const largeBytes = Math.floor(totalBytes * (1 - settings.smallMailShare))
  const clientLargeBytes = Math.max(Math.floor(totalBytes * settings.clientShare), settings.largestBytes)
  const clientBytes = clientLargeBytes * (1 + smallBesideLarge)
  const clients = new Map<string, Holding>()
  /** Mails that are large and not whole yet. */
  const evictable = new Set<Mail>()
  const total: Holding = { all: 0, large: 0 }

  /** What `bytes` more would add for a mail that holds `held`: when it becomes large, all its bytes count as large. */
  function growth(held: Holding, bytes: number): Holding {
    return { all: bytes, large: held.all + bytes > smallMailMaxBytes ? held.all + bytes - held.large : 0 }
  }

  function isWithinShare(client: string, more: Holding): boolean {
    const { all, large } = clients.get(client) ?? { all: 0, large: 0 }
    return all + more.all <= clientBytes && (more.large === 0 || large + more.large <= clientLargeBytes)
  }

  const isFree = (more: Holding, evictedBytes = 0): boolean =>
    total.all + more.all - evictedBytes <= totalBytes &&
    (more.large === 0 || total.large + more.large - evictedBytes <= largeBytes)

  /** Evicts slower mails until there is room, or none is slower. A small mail counts as fast. */
  function makeRoom(mail: Mail, more: Holding): boolean {
    const pace = more.large === 0 ? smallMailMaxBytes : mail.recent.sum(now()) + more.all
    while (!isFree(more)) {
      const slowest = slowestExcept(mail)
      if (!slowest || slowest.recent.sum(now()) >= pace) return false
      evictable.delete(slowest)
      slowest.evict()
    }
    return true
  }

  function slowestExcept(mail: Mail): Mail | undefined {
    const at = now()
    let slowest: { mail: Mail; bytes: number } | undefined
    for (const each of evictable) {
      if (each === mail) continue
      const bytes = each.recent.sum(at)
      const isSlower = !slowest || bytes < slowest.bytes
      const isLarger = slowest?.bytes === bytes && each.held.all > slowest.mail.held.all
      if (isSlower || isLarger) slowest = { mail: each, bytes }
    }
    return slowest?.mail
  }

  function add(mail: Mail, more: Holding): void {
    const client = clients.get(mail.client) ?? { all: 0, large: 0 }
    for (const holding of [total, client, mail.held]) {
      holding.all += more.all
      holding.large += more.large
    }
    if (client.all > 0) clients.set(mail.client, client)
    else clients.delete(mail.client)
  }

  function openMail(clientIp: string, evict: () => void): MailMemory {
    const mail: Mail = {
      client: addressBlock(clientIp),
      isExempt: isExempt(clientIp),
      held: { all: 0, large: 0 },
      recent: new RecentBytes(),
      evict,
    }
    return {
      take(bytes) {
        const more = growth(mail.held, bytes)
        if (!mail.isExempt && !isWithinShare(mail.client, more)) return false
        if (!isFree(more) && !makeRoom(mail, more)) return false
        add(mail, more)
        mail.recent.add(bytes, now())
        if (mail.held.large > 0) evictable.add(mail)
        return true
      },
      keep: () => void evictable.delete(mail),
      release() {
        evictable.delete(mail)
        add(mail, { all: -mail.held.all, large: -mail.held.large })
      },
    }
  }

  return {
    open: openMail,
    hasRoomFor(clientIp, bytes) {
      const more = growth({ all: 0, large: 0 }, bytes)
      if (!isExempt(clientIp) && !isWithinShare(addressBlock(clientIp), more)) return false
      if (isFree(more)) return true
      const at = now()
      const slow = [...evictable].filter(({ recent }) => recent.sum(at) < smallMailMaxBytes)
      return isFree(
        more,
        slow.reduce((sum, { held }) => sum + held.all, 0),
      )
    },
    isScarce: () => total.all > totalBytes * scarceShare,
    heldBytes: () => total.all,
  }
}
