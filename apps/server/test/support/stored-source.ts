import type { Deps } from '@inlet/core'
import { unpackContent } from '@inlet/mail'
import { Binary, type Document } from 'mongodb'

/** The raw source of a message as it lies in the database, wherever that is, and in how many chunks of its own. */
export async function storedSource(db: Deps['db'], message: Document | null): Promise<{ raw: Buffer; chunks: number }> {
  if (!message) throw new Error('there is no message')
  const shared = message.content ? null : await db.collection('sharedContents').findOne({ _id: message.sourceId })
  const content = message.content ?? shared?.content
  if (!(content instanceof Binary)) throw new Error('the message has no content')
  const chunks = await db
    .collection<{ _id: string; bytes: Binary }>('rawChunks')
    .find({ _id: { $regex: `^${message.sourceId}:` } })
    .toArray()
  if (chunks.length === 0) return { raw: Buffer.from(unpackContent(content.buffer).raw), chunks: 0 }
  const placeOf = ({ _id }: { _id: string }) => Number(_id.split(':')[1])
  const inOrder = chunks.sort((one, other) => placeOf(one) - placeOf(other))
  return { raw: Buffer.concat(inOrder.map(({ bytes }) => bytes.buffer)), chunks: chunks.length }
}
