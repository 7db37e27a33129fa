import { dayMs } from '@inlet/contract'
import { type Deps, type IncomingMessage, processMemory, receiveMessages, unlimitedPlans } from '@inlet/core'
import { idSource } from '@inlet/runtime'
import { mailSource } from './mail-source.ts'
import { type BenchInbox, makeInboxes } from './make-inboxes.ts'

const batchSize = 500
/** The database writes one batch while the next is generated. */
const batchesAtOnce = 3
/** The age of the first mail; the last is new. None expires during the bench. */
const spreadMs = 6 * dayMs
const progressEvery = 100_000

export interface FillOrder {
  db: Deps['db']
  inboxes: number
  mails: number
  onProgress: (line: string) => void
}

/** The inboxes of a filled database, and the raw size of its mails in bytes. */
export interface Filled {
  inboxes: BenchInbox[]
  rawBytes: number
}

/**
 * Fills a database with 10 kB mails through the very function that the server commits with, as if they had come over the last six
 * days, each in another inbox than the one before: half of them for a tenth of the inboxes.
 */
export async function fillDatabase({ db, inboxes: count, mails, onProgress }: FillOrder): Promise<Filled> {
  const beganAt = Date.now()
  let stored = 0
  let taken = 0
  let rawBytes = 0
  const clock = { now: () => new Date(beganAt - Math.round(spreadMs * (1 - taken / mails))) }
  const deps: Deps = { db, clock, ...idSource(clock), plans: unlimitedPlans, ...processMemory(db) }
  const inboxes = await makeInboxes(deps, count)
  const nextInbox = inboxesInTurn(inboxes)
  const nextMail = mailSource()

  async function storeBatches(): Promise<void> {
    while (taken < mails) {
      const size = Math.min(batchSize, mails - taken)
      const batch = Array.from(
        { length: size },
        (): IncomingMessage => ({ recipient: nextInbox().recipient, mail: nextMail() }),
      )
      taken += size
      const outcomes = await receiveMessages(deps, batch)
      if (outcomes.some((outcome) => outcome !== 'stored')) throw new Error('a mail of the bench was not stored')
      const before = Math.floor(stored / progressEvery)
      stored += size
      rawBytes += batch.map(({ mail }) => mail.parsed.sizeBytes).reduce((a, b) => a + b, 0)
      if (Math.floor(stored / progressEvery) > before) onProgress(progress(stored, beganAt))
    }
  }
  await Promise.all(Array.from({ length: batchesAtOnce }, storeBatches))
  // So that the database is not still writing to the disk during the reads.
  await db.admin().command({ fsync: 1 })
  onProgress(`${progress(stored, beganAt)}, done`)
  return { inboxes, rawBytes }
}

function inboxesInTurn(inboxes: BenchInbox[]): () => BenchInbox {
  const turns = [inboxes.filter(({ isBusy }) => isBusy), inboxes.filter(({ isBusy }) => !isBusy)]
  const taken = [0, 0]
  let turn = 0
  return () => {
    turn = 1 - turn
    const row = turns[turn] ?? []
    const inbox = row[(taken[turn] ?? 0) % row.length]
    taken[turn] = (taken[turn] ?? 0) + 1
    if (!inbox) throw new Error('there is no inbox')
    return inbox
  }
}

function progress(stored: number, beganAt: number): string {
  const seconds = (Date.now() - beganAt) / 1000
  return `${stored} mails stored, ${Math.round(stored / seconds)} a second`
}
