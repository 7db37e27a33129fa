import { addressBlock, type IpList } from '@inlet/runtime'
import { smallMailMaxBytes } from '../../mail-buffer.ts'
import { RecentBytes } from './recent-bytes.ts'

/** The memory of one mail on its way in. */
export interface MailMemory {
  /** Takes so much more; false, and nothing taken, where it is not to be had now. */
  take(bytes: number): boolean
  /** The mail is whole: it keeps its memory until `release`, whoever else needs some. */
  settle(): void
  /** Gives all of it back. */
  release(): void
}

export interface MemoryBudget {
  /** A mail begins; `makeWay` ends it, when others that come faster need its memory. It must be released then. */
  open(clientIp: string, makeWay: () => void): MailMemory
  /** Whether a mail of so many bytes could be had now. Nothing is taken. */
  hasRoomFor(clientIp: string, bytes: number): boolean
  /** Whether so much is held that a mail in no hurry keeps others out. */
  isScarce(): boolean
  /** What all clients together hold. */
  heldBytes(): number
}

interface BudgetSettings {
  totalBytes: number
  /** Of the total, for the large mails of one client; a mail of the largest size fits in any case. */
  shareOfOne: number
  largestBytes: number
  /** Of the total, for small mails only. */
  shareOfSmall: number
  isExempt: IpList
  /** Milliseconds; only differences count. */
  now: () => number
}

/** What one mail or one client holds; `large` counts the bytes of mails that are large by now. */
interface Holding {
  all: number
  large: number
}

interface Mail {
  client: string
  isExempt: boolean
  held: Holding
  recent: RecentBytes
  makeWay: () => void
}

/** More than the small mails of a client may hold beside its large ones. */
const smallBesideLarge = 0.25
const scarceShare = 0.8

/**
 * Bytes of mails on their way in that the process holds at a time. One client block (IPv4 address, IPv6 /64) has a small share, so that
 * it takes many to shut others out; a part is for small mails only, of up to 256 KiB. Where all is held, the large mail that came
 * slowest in the last seconds makes way for one that comes faster. Clients for whom `isExempt` holds may take all that is free.
 */
export function createMemoryBudget(settings: BudgetSettings): MemoryBudget {
  const { totalBytes, isExempt, now } = settings
  const largeBytes = Math.floor(totalBytes * (1 - settings.shareOfSmall))
  const clientLargeBytes = Math.max(Math.floor(totalBytes * settings.shareOfOne), settings.largestBytes)
  const clientBytes = clientLargeBytes * (1 + smallBesideLarge)
  const clients = new Map<string, Holding>()
  /** Large, and not whole yet: those that can make way. */
  const yielding = new Set<Mail>()
  const total: Holding = { all: 0, large: 0 }

  /** What `bytes` more would add for a mail that holds `held`: one that becomes large is so from its first byte on. */
  function growth(held: Holding, bytes: number): Holding {
    return { all: bytes, large: held.all + bytes > smallMailMaxBytes ? held.all + bytes - held.large : 0 }
  }

  function isWithinShare(client: string, more: Holding): boolean {
    const { all, large } = clients.get(client) ?? { all: 0, large: 0 }
    return all + more.all <= clientBytes && (more.large === 0 || large + more.large <= clientLargeBytes)
  }

  const isFree = (more: Holding, givenWay = 0): boolean =>
    total.all + more.all - givenWay <= totalBytes &&
    (more.large === 0 || total.large + more.large - givenWay <= largeBytes)

  /** Lets slower mails make way until there is room, or none is slower. A small mail counts as one that is here in no time. */
  function makeRoom(mail: Mail, more: Holding): boolean {
    const pace = more.large === 0 ? smallMailMaxBytes : mail.recent.sum(now()) + more.all
    while (!isFree(more)) {
      const slowest = slowestBut(mail)
      if (!slowest || slowest.recent.sum(now()) >= pace) return false
      yielding.delete(slowest)
      slowest.makeWay()
    }
    return true
  }

  function slowestBut(mail: Mail): Mail | undefined {
    const at = now()
    let slowest: { mail: Mail; bytes: number } | undefined
    for (const each of yielding) {
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

  function openMail(clientIp: string, makeWay: () => void): MailMemory {
    const mail: Mail = {
      client: addressBlock(clientIp),
      isExempt: isExempt(clientIp),
      held: { all: 0, large: 0 },
      recent: new RecentBytes(),
      makeWay,
    }
    return {
      take(bytes) {
        const more = growth(mail.held, bytes)
        if (!mail.isExempt && !isWithinShare(mail.client, more)) return false
        if (!isFree(more) && !makeRoom(mail, more)) return false
        add(mail, more)
        mail.recent.add(bytes, now())
        if (mail.held.large > 0) yielding.add(mail)
        return true
      },
      settle: () => void yielding.delete(mail),
      release() {
        yielding.delete(mail)
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
      const slow = [...yielding].filter(({ recent }) => recent.sum(at) < smallMailMaxBytes)
      return isFree(
        more,
        slow.reduce((sum, { held }) => sum + held.all, 0),
      )
    },
    isScarce: () => total.all > totalBytes * scarceShare,
    heldBytes: () => total.all,
  }
}
