import { z } from 'zod'
import { bytes, date } from '../database/bson.ts'
import { defineModel } from '../database/model.ts'
import { largeParts } from './message-model.ts'

/** A piece of a raw source that is too large for its message's document. */
export const rawChunkDoc = z.object({
  /** `chunkId` of its source and number. */
  _id: z.string(),
  bytes,
  expiresAt: date,
})
export type RawChunkDoc = z.infer<typeof rawChunkDoc>

/** `<sourceId>:<n>`, n from 0. */
export const chunkId = (sourceId: string, index: number): string => `${sourceId}:${index}`

/** The collection of raw chunks. */
export const rawChunkModel = defineModel<RawChunkDoc>({
  document: rawChunkDoc,
  name: 'rawChunks',
  compressor: 'zstd',
  shardKey: {
    key: { _id: 'hashed' },
    reason: 'A chunk is written and read by its id, and a large source is spread.',
  },
  indexes: [{ key: { expiresAt: 1 }, expireAfterSeconds: 0 }],
})

/** The parts that the copies of one mail in one service share. */
export const sharedContentDoc = largeParts.extend({
  /** The `sourceId` in the messages. */
  _id: z.string(),
  expiresAt: date,
})
export type SharedContentDoc = z.infer<typeof sharedContentDoc>

/** The collection of shared contents. */
export const sharedContentModel = defineModel<SharedContentDoc>({
  document: sharedContentDoc,
  name: 'sharedContents',
  shardKey: {
    key: { _id: 'hashed' },
    reason: 'They are written and read by their id alone; copies in many inboxes share one.',
  },
  // Compressed already, as in messages.
  compressor: 'none',
  indexes: [{ key: { expiresAt: 1 }, expireAfterSeconds: 0 }],
})
