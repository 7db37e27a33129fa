import { z } from 'zod'
import { example } from './examples.ts'
import { limits } from './limits.ts'
import { fullAddressOut, hostnameInBody, localPartInBody } from './mail-address.ts'
import { dataEnvelope, listEnvelope, pageInput } from './paging.ts'
import { countOut, textOf, timestampOut, ulid, ulidOut } from './scalars.ts'

/** Objects */

const created = {
  id: example.addressId,
  domainId: example.domainId,
  localPart: example.localPart,
  fullAddress: example.fullAddress,
  hasPassword: false,
  ttlSeconds: 0,
  expiresAt: example.addressExpiresAt,
  createdAt: example.createdAt,
}

const expiresAt = timestampOut.meta({
  description: 'Always about ten years ahead: kept for compatibility, no promise of an end.',
})

const addressFields = z.object({
  id: ulidOut,
  domainId: ulidOut.meta({ description: 'The domain that the address lives on.' }),
  localPart: z.string().meta({ description: 'What stands before the `@`.' }),
  fullAddress: fullAddressOut,
  hasPassword: z.boolean().meta({ description: 'Whether visitors of the web inbox need a password.' }),
  ttlSeconds: countOut.meta({ description: 'Always 0: addresses are permanent.' }),
  expiresAt,
  createdAt: timestampOut,
})

/** A new address, as its creation returns it (specification section 2.1). */
export const createdAddress = addressFields.meta({
  id: 'CreatedAddress',
  description: 'An address as its creation answers it.',
  examples: [created],
})
export type CreatedAddress = z.infer<typeof createdAddress>

/** An address in a list (specification section 2.1). */
export const addressListItem = addressFields
  .extend({
    hostname: z.string(),
    lastMessageAt: timestampOut.nullable().meta({
      description: 'When the newest message came, also where that has expired since; null where none ever came.',
    }),
    messageCount: countOut.meta({ description: 'How many messages can be listed now.' }),
  })
  .meta({
    id: 'AddressListItem',
    description: 'An address as lists have it.',
    examples: [{ ...created, hostname: example.hostname, lastMessageAt: example.receivedAt, messageCount: 1 }],
  })
export type AddressListItem = z.infer<typeof addressListItem>

const serviceId = ulid.meta({ description: 'The service.', examples: [example.serviceId] })
const addressId = ulid.meta({ description: 'The address.', examples: [example.addressId] })

/** Endpoints: GET /services/:id/addresses */
export const listAddressesInput = pageInput.extend({
  id: serviceId,
  hostname: textOf({ max: 253 })
    .meta({
      description: 'Only addresses on this domain: a host, or a wildcard with all its hosts.',
      examples: [example.hostname],
    })
    .optional(),
  q: textOf({ max: 320 })
    .meta({ description: 'Only addresses whose local part has this text in it; case is ignored.', examples: ['cod'] })
    .optional(),
})
export const listAddressesOutput = listEnvelope(addressListItem)
export type ListAddressesInput = z.infer<typeof listAddressesInput>

/** Endpoints: POST /services/:id/addresses */
export const createAddressInput = z
  .object({
    id: serviceId,
    domainId: ulid.meta({ description: 'A verified domain of the service.' }),
    localPart: localPartInBody.optional(),
    hostname: hostnameInBody.optional(),
    password: textOf({ min: limits.inboxPasswordMinChars, max: limits.inboxPasswordMaxChars })
      .meta({ description: 'Locks the web inbox of the address.' })
      .optional(),
    ttlSeconds: z.number().optional().meta({ description: 'Ignored: the address is permanent.' }),
    idempotencyKey: textOf({ min: 1, max: limits.idempotencyKeyMaxChars })
      .meta({
        description: `Makes a retry safe: a call under the same key answers what the first one answered and creates nothing, for ${limits.idempotencyKeptHours} hours. Keys are the caller's own.`,
        examples: ['signup-test-4711'],
      })
      .optional(),
  })
  .meta({ examples: [{ domainId: example.domainId, localPart: example.localPart }] })
export const createAddressOutput = dataEnvelope(createdAddress)
export type CreateAddressInput = z.infer<typeof createAddressInput>

/** Endpoints: POST /addresses/:id/extend */
export const extendAddressInput = z.object({ id: addressId })
export const extendAddressOutput = dataEnvelope(
  z.object({ expiresAt }).meta({ examples: [{ expiresAt: example.extendedUntil }] }),
)

/** Endpoints: DELETE /addresses/:id */
export const deleteAddressInput = z.object({ id: addressId })
