import { unpackSummary } from '@inlet/core'
import type { Db } from 'mongodb'
import { storedSource } from '../support/stored-source.ts'
import type { SentMail } from './read-transcript.ts'

interface Account {
  /** Copies that were answered 250, and those without a reply. */
  sure: number
  unsure: number
}

interface StoredMessage {
  _id: string
  summary: string
}

/**
 * Compares the database with the replies that senders got: a 250 is one stored copy for each recipient, byte for byte; without one
 * nothing is stored, unless the reply was lost or said that only a part may be there.
 */
export class Ledger {
  readonly #db: Db
  readonly #accounts = new Map<string, Account>()

  constructor(db: Db) {
    this.#db = db
  }

  note(mails: SentMail[]): void {
    for (const { raw, recipients, replyCode } of mails) {
      const isRefused = replyCode !== null && replyCode >= 500
      if (isRefused) continue
      for (const toAddr of recipients) {
        const account = this.#account(keyOf(toAddr, raw))
        if (replyCode === 250) account.sure++
        else account.unsure++
      }
    }
  }

  /** Compares with what is stored by now, and clears it away. Says what is wrong. */
  async settle(): Promise<string[]> {
    const messages = this.#db.collection<StoredMessage>('messages')
    const stored = await messages.find({}).toArray()
    await messages.deleteMany({ _id: { $in: stored.map(({ _id }) => _id) } })

    const copies = new Map<string, number>()
    for (const message of stored) {
      const key = keyOf(
        unpackSummary(message.summary).toAddr,
        (await storedSource(this.#db, message)).raw.toString('latin1'),
      )
      copies.set(key, (copies.get(key) ?? 0) + 1)
    }
    const keys = new Set([...copies.keys(), ...this.#accounts.keys()])
    return [...keys].flatMap((key) => this.#compare(key, copies.get(key) ?? 0))
  }

  #compare(key: string, copies: number): string[] {
    const { sure, unsure } = this.#account(key)
    // A mail with a Message-ID that comes again is one that its sender had to repeat.
    const least = /^message-id[ \t]*:/im.test(key) ? Math.min(sure, 1) : sure
    const rest = unsure - Math.max(0, copies - sure)
    this.#accounts.delete(key)
    // A copy without a reply may still be stored later.
    if (rest > 0) this.#account(key).unsure = rest
    if (copies >= least && copies <= sure + unsure) return []
    return [`${copies} stored for ${sure} acknowledged and ${unsure} unanswered ${JSON.stringify(key.slice(0, 300))}`]
  }

  #account(key: string): Account {
    const account = this.#accounts.get(key) ?? { sure: 0, unsure: 0 }
    this.#accounts.set(key, account)
    return account
  }
}

const keyOf = (toAddr: string, raw: string) => `${toAddr}\n${raw}`
