import { packSummary } from '@inlet/core'
import { packContent } from '@inlet/mail'
import { freshDatabase } from '@inlet/testkit'
import { MongoClient } from 'mongodb'
import { expect, test } from 'vitest'
import { Ledger } from './ledger.ts'

/** A ledger and the collection that it looks into. */
async function openLedger() {
  const database = freshDatabase()
  const client = await new MongoClient(database.uri).connect()
  const db = client.db()
  let copies = 0
  return {
    ledger: new Ledger(db),
    store: (raw: string, toAddr = 'a@b.example') =>
      db
        .collection<{ _id: string; summary: string; content: Uint8Array }>('messages')
        .insertOne({ _id: String(copies++), summary: packSummary({ ...noSummary, toAddr }), content: contentOf(raw) }),
    async [Symbol.asyncDispose]() {
      await client.close()
      await database[Symbol.asyncDispose]()
    },
  }
}

const noSummary = { fromAddr: '', fromName: '', subject: '', preview: '', sizeBytes: 0, tags: [] }
const contentOf = (raw: string) => packContent({ textBody: '', htmlBody: '', raw: Buffer.from(raw) })
const sent = (raw: string, replyCode: number | null) => ({ raw, recipients: ['a@b.example'], replyCode })

test('a copy for each 250, none for a refusal: nothing is wrong, once', async () => {
  await using open = await openLedger()
  await open.store('one')
  open.ledger.note([sent('one', 250), sent('two', 554)])

  expect(await open.ledger.settle()).toEqual([])
  expect(await open.ledger.settle()).toEqual([])
})

test.each([
  ['is not there', [], [sent('one', 250)]],
  ['is there twice', ['one', 'one'], [sent('one', 250)]],
  ['has other bytes', ['One'], [sent('one', 250)]],
  ['was refused', ['one'], [sent('one', 554)]],
  ['was never sent', ['one'], []],
])('a mail that %s is reported', async (_, stored, mails) => {
  await using open = await openLedger()
  for (const raw of stored) await open.store(raw)
  open.ledger.note(mails)

  expect(await open.ledger.settle()).not.toEqual([])
})

test('a mail whose reply was lost may be there, now or later, but only once', async () => {
  await using open = await openLedger()
  open.ledger.note([sent('one', null)])

  expect(await open.ledger.settle()).toEqual([])
  await open.store('one')
  expect(await open.ledger.settle()).toEqual([])
  await open.store('one')
  expect(await open.ledger.settle()).toHaveLength(1)
})

test('a repeated mail with a Message-ID is stored at least once, one without as often as it was acknowledged', async () => {
  await using open = await openLedger()
  const withId = 'Message-ID: <1@b.example>\r\n\r\n'
  await open.store(withId)
  await open.store('one')
  open.ledger.note([sent(withId, 250), sent(withId, 250), sent('one', 250), sent('one', 250)])

  expect(await open.ledger.settle()).toHaveLength(1)
})
