import { z } from 'zod'
import { defineModel } from '../database/model.ts'
import { logoImage } from './logo-image.ts'

/** The logo of a service. */
export const logoDoc = logoImage.extend({
  /** SHA-256 of its service's id and its bytes, base64url: another logo has another URL, and no two services share one. */
  _id: z.string(),
  serviceId: z.string(),
})
export type LogoDoc = z.infer<typeof logoDoc>

/** The collection of logos. */
export const logoModel = defineModel<LogoDoc>({
  document: logoDoc,
  name: 'logos',
  // A service has at most one; with it, it is deleted.
  indexes: [{ key: { serviceId: 1 }, unique: true }],
})
