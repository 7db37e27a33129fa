import { z } from 'zod'
import { ulid, ulidOut } from './ids.ts'
import { limits } from './limits.ts'
import { dataEnvelope, decimalInteger, listEnvelope, pageInput } from './paging.ts'
import { timestampOut } from './times.ts'

/** Objects */

/** A service: the customer's unit that owns domains, addresses, keys and members. */
const service = z.object({
  id: ulidOut,
  name: z.string(),
  retentionDays: z.number(),
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
})
export const changeServiceOutput = dataEnvelope(service)
export type ChangeServiceInput = z.infer<typeof changeServiceInput>
