import { z } from 'zod'
import { defineModel } from '../database/model.ts'

/** The secret by which an installation knows the positions again that its feeds gave to clients. */
export const feedSecretDoc = z.object({
  /** There is one, `positions`. */
  _id: z.string(),
  /** 32 random bytes, base64url. */
  secret: z.string(),
})
export type FeedSecretDoc = z.infer<typeof feedSecretDoc>

/** The collection of that secret, found by its id. */
export const feedSecretModel = defineModel<FeedSecretDoc>({ document: feedSecretDoc, name: 'feedSecrets', indexes: [] })
