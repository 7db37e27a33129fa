import { z } from 'zod'
import { branding, brandingFields } from './branding.ts'
import { example } from './examples.ts'
import { limits } from './limits.ts'
import { dataEnvelope, listEnvelope, pageInput } from './paging.ts'
import { countOut, decimalInteger, nameOf, textOf, timestampOut, ulid, ulidOut } from './scalars.ts'

/** Objects */

/** A service: the customer's unit that owns domains, addresses, keys and members. */
const service = z
  .object({
    id: ulidOut,
    ...branding.shape,
    retentionDays: countOut.meta({ description: 'The number of days for which a message is kept after it arrived.' }),
    accessLock: z
      .object({ enabled: z.boolean().meta({ description: 'Whether visitors need the password of the service.' }) })
      .meta({ description: 'The access lock of the public inboxes on all its domains.' }),
    plan: z.string().meta({ description: 'The id of its plan, from `GET /billing/plans`.' }),
    createdAt: timestampOut,
  })
  .meta({
    id: 'Service',
    description: 'A service owns domains, addresses, messages, API keys and members.',
    examples: [
      {
        id: example.serviceId,
        name: example.serviceName,
        accentColor: example.accentColor,
        theme: 'auto',
        locale: 'en',
        logoUrl: null,
        retentionDays: limits.retentionDaysDefault,
        accessLock: { enabled: false },
        plan: 'pro',
        createdAt: example.createdAt,
      },
    ],
  })
export type Service = z.infer<typeof service>

const serviceId = ulid.meta({ description: 'The service.', examples: [example.serviceId] })

/** Endpoints: GET /services */
export const listServicesInput = pageInput
export const listServicesOutput = listEnvelope(service)
export type ListServicesInput = z.infer<typeof listServicesInput>

const serviceName = nameOf(limits.nameMaxChars).meta({
  description: 'Its display name, also shown in its web inbox.',
  examples: [example.serviceName],
})
const retentionDays = decimalInteger(1, limits.retentionDaysMax).meta({
  description: `The number of days for which messages are kept; ${limits.retentionDaysDefault} by default.`,
  examples: [limits.retentionDaysDefault],
})

/** Endpoints: POST /services */
export const createServiceInput = z
  .object({ name: serviceName, retentionDays: retentionDays.optional() })
  .meta({ examples: [{ name: example.serviceName }] })
export const createServiceOutput = dataEnvelope(service)
export type CreateServiceInput = z.infer<typeof createServiceInput>

/** Endpoints: GET /services/:id */
export const readServiceInput = z.object({ id: serviceId })
export const readServiceOutput = dataEnvelope(service)

/** Endpoints: PATCH /services/:id; absent fields do not change. */
export const changeServiceInput = z
  .object({
    id: serviceId,
    name: serviceName.optional(),
    retentionDays: retentionDays.optional(),
    accentColor: brandingFields.accentColor.optional(),
    theme: brandingFields.theme.optional(),
    locale: brandingFields.locale.optional(),
    logo: z
      .string()
      .nullable()
      .meta({
        description: `A base64 data URL of a PNG, JPEG or WebP image of at most ${limits.logoMaxBytes} bytes and ${limits.logoMaxPixels} × ${limits.logoMaxPixels} pixels; null removes the logo.`,
        examples: [example.logo],
      })
      .optional(),
    accessLock: z
      .object({
        enabled: z.boolean(),
        password: textOf({ min: limits.lockPasswordMinChars, max: limits.inboxPasswordMaxChars })
          .meta({ description: 'Required the first time. A new password ends all tokens of the old one.' })
          .optional(),
      })
      .meta({ description: 'The access lock of the public inboxes on all its domains.' })
      .optional(),
  })
  .meta({ examples: [{ retentionDays: 14, theme: 'dark' }] })
export const changeServiceOutput = dataEnvelope(service)
export type ChangeServiceInput = z.infer<typeof changeServiceInput>

/** Endpoints: DELETE /services/:id; `confirm` is its name, so that nobody deletes a service by mistake. */
export const deleteServiceInput = z.object({
  id: serviceId,
  confirm: z.string().meta({
    description: 'The name of the service, as a confirmation.',
    examples: [example.serviceName],
  }),
})
export type DeleteServiceInput = z.infer<typeof deleteServiceInput>
