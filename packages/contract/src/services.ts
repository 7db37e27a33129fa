import { z } from 'zod'
import { branding, brandingFields } from './branding.ts'
import { limits } from './limits.ts'
import { dataEnvelope, listEnvelope, pageInput } from './paging.ts'
import { decimalInteger, textOf, timestampOut, ulid, ulidOut } from './scalars.ts'

/** Objects */

/** A service: the customer's unit that owns domains, addresses, keys and members. */
const service = z.object({
  id: ulidOut,
  ...branding.shape,
  retentionDays: z.number(),
  /** The lock before the public inboxes of all its domains. */
  accessLock: z.object({ enabled: z.boolean() }),
  createdAt: timestampOut,
})
export type Service = z.infer<typeof service>

/** Endpoints: GET /services */
export const listServicesInput = pageInput
export const listServicesOutput = listEnvelope(service)
export type ListServicesInput = z.infer<typeof listServicesInput>

const serviceName = z.string().trim().min(1).max(limits.nameMaxChars)
const retentionDays = decimalInteger(1, limits.retentionDaysMax)

/** Endpoints: POST /services */
export const createServiceInput = z.object({ name: serviceName, retentionDays: retentionDays.optional() })
export const createServiceOutput = dataEnvelope(service)
export type CreateServiceInput = z.infer<typeof createServiceInput>

/** Endpoints: PATCH /services/:id; absent fields do not change. */
export const changeServiceInput = z.object({
  id: ulid,
  name: serviceName.optional(),
  retentionDays: retentionDays.optional(),
  accentColor: brandingFields.accentColor.optional(),
  theme: brandingFields.theme.optional(),
  locale: brandingFields.locale.optional(),
  accessLock: z
    .object({
      enabled: z.boolean(),
      password: textOf({ min: limits.inboxPasswordMinChars, max: limits.inboxPasswordMaxChars }).optional(),
    })
    .optional(),
})
export const changeServiceOutput = dataEnvelope(service)
export type ChangeServiceInput = z.infer<typeof changeServiceInput>
