import { defineModel } from '../database/model.ts'
import type { LogoImage } from './logo-image.ts'

/** The logo of a service. */
export interface LogoDoc extends LogoImage {
  /** SHA-256 of its service's id and its bytes, base64url: another logo has another URL, and no two services share one. */
  _id: string
  serviceId: string
}

/** The collection of logos. */
export const logoModel = defineModel<LogoDoc>({
  name: 'logos',
  // A service has at most one; with it, it is deleted.
  indexes: [{ key: { serviceId: 1 }, unique: true }],
})
