import { unpackSummary } from '@inlet/core'
import type { Db } from 'mongodb'

/** The subjects of all messages that a database holds, in any order. */
export async function storedSubjects(db: Db): Promise<string[]> {
  const stored = await db.collection('messages').find().toArray()
  return stored.map(({ summary }) => unpackSummary(summary).subject)
}
