import { defineModel } from '../database/model.ts'

/** A piece of a raw source that is too large for its message's document. */
export interface RawChunkDoc {
  /** `<sourceId>:<n>`, n from 0. */
  _id: string
  bytes: Buffer
  expiresAt: Date
}

/** The collection of raw chunks. */
export const rawChunkModel = defineModel<RawChunkDoc>({
  name: 'rawChunks',
  compressor: 'zstd',
  indexes: [{ key: { expiresAt: 1 }, expireAfterSeconds: 0 }],
})
