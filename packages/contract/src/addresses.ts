import { z } from 'zod'
import { example } from './examples.ts'
import { limits } from './limits.ts'
import { fullAddressOut, hostnameInBody, localPartInBody } from './mail-address.ts'
import { checkedAtOnce, dataEnvelope, listEnvelope, pageInput, pageMeta } from './paging.ts'
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
  description: 'Always about ten years ahead. Addresses are permanent; the field exists for compatibility.',
})

const addressFields = z.object({
  id: ulidOut,
  domainId: ulidOut.meta({ description: 'The domain of the address.' }),
  localPart: z.string().meta({ description: 'The part before the `@`.' }),
  fullAddress: fullAddressOut,
  hasPassword: z.boolean().meta({ description: 'Whether visitors of the web inbox need a password.' }),
  ttlSeconds: countOut.meta({ description: 'Always 0: addresses are permanent.' }),
  expiresAt,
  createdAt: timestampOut,
})

/** A new address, as its creation returns it (specification section 2.1). */
export const createdAddress = addressFields.meta({
  id: 'CreatedAddress',
  description: 'A new address.',
  examples: [created],
})
export type CreatedAddress = z.infer<typeof createdAddress>

/** An address in a list (specification section 2.1). */
export const addressListItem = addressFields
  .extend({
    hostname: z.string(),
    lastMessageAt: timestampOut.nullable().meta({
      description: 'When the newest message arrived, even if it has expired since; null if none ever arrived.',
    }),
    messageCount: countOut.meta({ description: 'The number of messages that can be listed now.' }),
  })
  .meta({
    id: 'AddressListItem',
    description: 'An address in a list.',
    examples: [{ ...created, hostname: example.hostname, lastMessageAt: example.receivedAt, messageCount: 1 }],
  })
export type AddressListItem = z.infer<typeof addressListItem>

/** Who made an address: a member or an API key, a visitor of the web inbox, or its first mail. */
export const addressMakers = ['service', 'visitor', 'mail'] as const
export type AddressMaker = (typeof addressMakers)[number]

const serviceId = ulid.meta({ description: 'The service.', examples: [example.serviceId] })
const addressId = ulid.meta({ description: 'The address.', examples: [example.addressId] })

/** Endpoints: GET /services/:id/addresses */
export const listAddressesInput = pageInput.extend({
  id: serviceId,
  hostname: textOf({ max: 253 })
    .meta({
      description: 'Only addresses on this domain: a host, or a wildcard and all its hosts.',
      examples: [example.hostname],
    })
    .optional(),
  q: textOf({ max: 320 })
    .meta({ description: 'Only addresses whose local part contains this text; case is ignored.', examples: ['cod'] })
    .optional(),
  madeBy: z
    .enum(addressMakers)
    .meta({
      description:
        'Only addresses that members and API keys made (`service`), visitors of the web inbox (`visitor`), or their first mail (`mail`), also under a reserved name such as `admin`.',
      examples: ['visitor'],
    })
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
        description: `Makes retries safe: for ${limits.idempotencyKeptHours} hours, a call with the same key returns the first response and creates nothing. You choose the keys.`,
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

const unusedCursor = pageInput.shape.cursor

/** Endpoints: GET /services/:id/unused-addresses */
export const countUnusedAddressesInput = z.object({ id: serviceId, cursor: unusedCursor })
export const countUnusedAddressesOutput = checkedAtOnce(
  z.object({
    data: z
      .object({ count: countOut.meta({ description: 'How many unused addresses were found.' }) })
      .meta({ examples: [{ count: 12 }] }),
    meta: pageMeta,
  }),
)
export type UnusedAddressesInput = z.infer<typeof countUnusedAddressesInput>

/** Endpoints: POST /services/:id/unused-addresses/delete */
export const deleteUnusedAddressesInput = z.object({ id: serviceId, cursor: unusedCursor })
export const deleteUnusedAddressesOutput = checkedAtOnce(
  z.object({
    data: z
      .object({ deletedCount: countOut.meta({ description: 'How many addresses were deleted by this call.' }) })
      .meta({ examples: [{ deletedCount: 12 }] }),
    meta: pageMeta,
  }),
)
