import type { BenchSetup } from './bench-setup.ts'
import { withProduct } from './bench-setup.ts'
import type { MailName } from './mails/natural-mails.ts'
import { median } from './median.ts'
import { putLoad } from './put-load.ts'
import type { ServedProduct } from './served-product.ts'
import { addedUp, meterThreads, perMail, type ThreadTimes } from './thread-times.ts'

const starts = 3
const firstMails = 1_000
/** Between the first mails and the later ones: what is compiled late is compiled by then. */
const betweenMails = 3_000
const laterMails = 2_000
const loadSecondsMost = 300

/** What the first mails after a start take, and the later ones: elapsed time for a mail, and its processor time, in µs. */
export interface ColdRow {
  mail: MailName
  connections: number
  /** From the start of the process until `/readyz` says that it is ready, in ms. */
  startMs: number
  firstUs: number
  laterUs: number
  firstThreadUs: ThreadTimes
  laterThreadUs: ThreadTimes
  /** The longest time from the final dot to 250, of the first mails and of the later ones. */
  firstWorstMs: number
  laterWorstMs: number
}

interface Load {
  us: number
  mails: number
  times: ThreadTimes
  worstMs: number
}

/** Starts the server several times on one database, and sends each the same mails. @returns medians of the starts */
export async function measureCold(
  served: Omit<BenchSetup, 'binary'> & { databaseUri: string; databasePid: number },
  { mail, connections }: { mail: MailName; connections: number },
): Promise<ColdRow> {
  const startMs: number[] = []
  const first: Load[] = []
  const later: Load[] = []
  // The first server makes the inboxes, and the database's own first mails are not the server's.
  for (let start = -1; start < starts; start += 1) {
    await withProduct(served, async (product) => {
      const load = { mail, connections, databasePid: served.databasePid }
      const firstLoad = await loadOnce(product, { ...load, mails: firstMails })
      if (start < 0) return
      await loadOnce(product, { ...load, mails: betweenMails })
      startMs.push(product.startMs)
      first.push(firstLoad)
      later.push(await loadOnce(product, { ...load, mails: laterMails }))
    })
  }
  return {
    mail,
    connections,
    startMs: median(startMs),
    firstUs: median(first.map(({ us }) => us)),
    laterUs: median(later.map(({ us }) => us)),
    firstThreadUs: threadUsOf(first),
    laterThreadUs: threadUsOf(later),
    firstWorstMs: median(first.map(({ worstMs }) => worstMs)),
    laterWorstMs: median(later.map(({ worstMs }) => worstMs)),
  }
}

const threadUsOf = (loads: Load[]): ThreadTimes =>
  perMail(
    addedUp(loads.map(({ times }) => times)),
    loads.reduce((sum, { mails }) => sum + mails, 0),
  )

async function loadOnce(
  product: ServedProduct,
  order: { mail: MailName; connections: number; databasePid: number; mails: number },
): Promise<Load> {
  const { databasePid, ...load } = order
  const usedMs = meterThreads({ serverPid: product.pid, databasePid })
  const { mails, seconds, maxMs } = await putLoad({
    ...{ ...product.demo.smtp, hostname: product.demo.domain.hostname, inboxes: 100 },
    ...{ ...load, seconds: loadSecondsMost },
  })
  return { us: (seconds * 1e6) / mails, times: usedMs(), mails, worstMs: maxMs }
}
