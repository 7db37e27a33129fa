import { defineModel } from '../database/model.ts'
import type { LargeParts } from './message-model.ts'

/** What the copies of one mail in one service share. */
export interface SharedContentDoc extends LargeParts {
  /** The `sourceId` by which the messages name it. */
  _id: string
  expiresAt: Date
}

/** The collection of shared contents. */
export const sharedContentModel = defineModel<SharedContentDoc>({
  name: 'sharedContents',
  // Packed already, as in messages.
  compressor: 'none',
  indexes: [{ key: { expiresAt: 1 }, expireAfterSeconds: 0 }],
})
