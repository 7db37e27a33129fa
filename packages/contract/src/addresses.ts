import { z } from 'zod'
import { ulid, ulidOut } from './ids.ts'
import { limits } from './limits.ts'
import { localPartInBody } from './mail-address.ts'
import { dataEnvelope, listEnvelope, pageInput } from './paging.ts'
import { timestampOut } from './times.ts'

/** Objects */

/** An address as its creation answers it (specification section 2.1). */
export const createdAddress = z.object({
  id: ulidOut,
  domainId: ulidOut,
  localPart: z.string(),
  fullAddress: z.string(),
  hasPassword: z.boolean(),
  ttlSeconds: z.number().meta({ description: 'Always 0: addresses are permanent.' }),
  expiresAt: timestampOut,
  createdAt: timestampOut,
})
export type CreatedAddress = z.infer<typeof createdAddress>

/** An address in a list (specification section 2.1). */
export const addressListItem = createdAddress.extend({
  hostname: z.string(),
  lastMessageAt: timestampOut.nullable(),
  messageCount: z.number().meta({ description: 'How many messages can be listed now.' }),
})
export type AddressListItem = z.infer<typeof addressListItem>

/** Endpoints: GET /services/:id/addresses */
export const listAddressesInput = pageInput.extend({
  id: ulid,
  hostname: z.string().max(253).optional(),
  q: z.string().max(320).optional(),
})
export const listAddressesOutput = listEnvelope(addressListItem)
export type ListAddressesInput = z.infer<typeof listAddressesInput>

/** Endpoints: POST /services/:id/addresses */
export const createAddressInput = z.object({
  id: ulid,
  domainId: ulid,
  localPart: localPartInBody.optional(),
  password: z.string().min(limits.inboxPasswordMinChars).max(limits.inboxPasswordMaxChars).optional(),
  ttlSeconds: z.number().optional().meta({ description: 'Ignored: the address is permanent.' }),
  idempotencyKey: z.string().min(1).max(limits.idempotencyKeyMaxChars).optional(),
})
export const createAddressOutput = dataEnvelope(createdAddress)
export type CreateAddressInput = z.infer<typeof createAddressInput>

/** Endpoints: POST /addresses/:id/extend */
export const extendAddressInput = z.object({ id: ulid })
export const extendAddressOutput = dataEnvelope(z.object({ expiresAt: timestampOut }))

/** Endpoints: DELETE /addresses/:id */
export const deleteAddressInput = z.object({ id: ulid })
