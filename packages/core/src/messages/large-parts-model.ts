import { defineModel } from '../database/model.ts'
import type { LargeParts } from './message-model.ts'

/** A piece of a raw source that is too large for its message's document. */
export interface RawChunkDoc {
  /** `chunkId` of its source and number. */
  _id: string
  bytes: Buffer
  expiresAt: Date
}

/** `<sourceId>:<n>`, n from 0. */
export const chunkId = (sourceId: string, index: number): string => `${sourceId}:${index}`

/** The collection of raw chunks. */
export const rawChunkModel = defineModel<RawChunkDoc>({
  name: 'rawChunks',
  compressor: 'zstd',
  indexes: [{ key: { expiresAt: 1 }, expireAfterSeconds: 0 }],
})

/** The parts that the copies of one mail in one service share. */
export interface SharedContentDoc extends LargeParts {
  /** The `sourceId` in the messages. */
  _id: string
  expiresAt: Date
}

/** The collection of shared contents. */
export const sharedContentModel = defineModel<SharedContentDoc>({
  name: 'sharedContents',
  // Compressed already, as in messages.
  compressor: 'none',
  indexes: [{ key: { expiresAt: 1 }, expireAfterSeconds: 0 }],
})
