import { z } from 'zod'
import { example } from './examples.ts'
import { limits } from './limits.ts'
import { dataEnvelope, listEnvelope, pageInput } from './paging.ts'
import { countOut, textOf, timestampOut, ulid } from './scalars.ts'

/** How plans are paid: not at all, by agreement with the operator, or by Stripe. */
export const billingProviders = ['none', 'manual', 'stripe'] as const
export type BillingProviderKind = (typeof billingProviders)[number]

/** What a plan limits in number. */
const quotaNames = ['domains', 'addresses', 'messagesPerMonth', 'webhooks', 'members'] as const
export type QuotaName = (typeof quotaNames)[number]

/** Objects */

const limitOut = countOut.nullable()

const planExample = {
  id: 'pro',
  name: 'Pro',
  price: { amount: 2900, currency: 'eur', interval: 'month' as const },
  limits: {
    domains: 10,
    addresses: 10_000,
    messagesPerMonth: 50_000,
    webhooks: 10,
    members: 10,
    retentionDays: 14,
  },
}

/** The limits and the price of a plan. */
const plan = z
  .object({
    id: z.string(),
    name: z.string().meta({ description: 'A display name.' }),
    price: z
      .object({
        amount: countOut.meta({ description: 'In the smallest unit of the currency, such as cents.' }),
        currency: z.string().meta({ description: 'ISO 4217, in lower case.', pattern: '^[a-z]{3}$' }),
        interval: z.literal('month'),
      })
      .nullable()
      .meta({ description: 'null if the plan is free here.' }),
    limits: z
      .object({
        domains: limitOut,
        addresses: limitOut,
        messagesPerMonth: limitOut,
        webhooks: limitOut,
        members: limitOut.meta({ description: 'Open invitations count too.' }),
        retentionDays: limitOut,
      })
      .meta({ description: 'null means unlimited.' }),
  })
  .meta({ id: 'Plan', description: 'The limits and the price of a plan.', examples: [planExample] })
export type Plan = z.infer<typeof plan>

const used = z.object({ used: countOut, limit: limitOut.meta({ description: 'null means unlimited.' }) })

/** The plan and the usage of a service. */
const billing = z
  .object({
    provider: z.enum(billingProviders).meta({
      description: '`none` and `manual`: the operator assigns plans. `stripe`: owners choose and pay.',
    }),
    plan: z.string().meta({ description: 'The id of the plan.' }),
    status: z.enum(['active', 'past_due', 'cancelled']),
    period: z
      .object({ start: timestampOut, end: timestampOut })
      .meta({ description: 'The period of `messagesPerMonth`: the month in UTC, or that of the subscription.' }),
    cancelsAtEnd: z.boolean().meta({ description: 'Whether the subscription ends with the period.' }),
    usage: z.object({ domains: used, addresses: used, messagesPerMonth: used, webhooks: used, members: used }),
    overQuota: z.array(z.enum(quotaNames)).meta({
      description:
        'The limits that are reached or exceeded. `messagesPerMonth`: the limit is reached, and mail is deferred until the next period or a larger plan. Others: the service has more than the plan allows.',
    }),
  })
  .meta({
    id: 'Billing',
    description: 'The plan and the usage of a service.',
    examples: [
      {
        provider: 'none',
        plan: 'pro',
        status: 'active',
        period: { start: '2026-11-01T00:00:00.000Z', end: '2026-12-01T00:00:00.000Z' },
        cancelsAtEnd: false,
        usage: {
          domains: { used: 2, limit: 10 },
          addresses: { used: 318, limit: 10_000 },
          messagesPerMonth: { used: 4127, limit: 50_000 },
          webhooks: { used: 1, limit: 10 },
          members: { used: 3, limit: 10 },
        },
        overQuota: [],
      },
    ],
  })
export type Billing = z.infer<typeof billing>

/** The invoice for one period. */
const invoice = z
  .object({
    id: z.string(),
    number: z.string(),
    amount: countOut.meta({ description: 'In the smallest unit of the currency, such as cents.' }),
    currency: z.string().meta({ description: 'ISO 4217, in lower case.' }),
    status: z.string(),
    url: z.string().meta({ description: 'Its web page.' }),
    pdfUrl: z.string(),
    createdAt: timestampOut,
  })
  .meta({
    id: 'Invoice',
    description: 'The invoice for one period.',
    examples: [
      {
        id: 'in_1QK2b3C4d5E6f7G8',
        number: 'ACME-0007',
        amount: 2900,
        currency: 'eur',
        status: 'paid',
        url: 'https://billing.example.com/invoices/acme-0007',
        pdfUrl: 'https://billing.example.com/invoices/acme-0007.pdf',
        createdAt: example.createdAt,
      },
    ],
  })
export type Invoice = z.infer<typeof invoice>

/** A page of the provider that the browser is sent to. */
const billingPage = z
  .object({ url: z.string().meta({ description: 'The page to which to send the user’s browser.' }) })
  .meta({ examples: [{ url: 'https://billing.example.com/pages/c7f1' }] })

const serviceId = ulid.meta({ description: 'The service.', examples: [example.serviceId] })
const planId = textOf({ min: 1, max: limits.planIdMaxChars }).meta({
  description: 'The id of a plan from the list of plans.',
  examples: ['pro'],
})

/** Endpoints: GET /billing/plans */
export const listPlansInput = z.object({})
export const listPlansOutput = dataEnvelope(z.array(plan))

/** Endpoints: GET /services/:id/billing */
export const readBillingInput = z.object({ id: serviceId })
export const readBillingOutput = dataEnvelope(billing)

/** Endpoints: GET /services/:id/billing/invoices */
export const listInvoicesInput = pageInput.extend({ id: serviceId })
export const listInvoicesOutput = listEnvelope(invoice)
export type ListInvoicesInput = z.infer<typeof listInvoicesInput>

/** Endpoints: POST /services/:id/billing/checkout */
export const startCheckoutInput = z.object({ id: serviceId, planId }).meta({ examples: [{ planId: 'pro' }] })
export const startCheckoutOutput = dataEnvelope(billingPage)
export type StartCheckoutInput = z.infer<typeof startCheckoutInput>

/** Endpoints: POST /services/:id/billing/portal */
export const openBillingPortalInput = z.object({ id: serviceId })
export const openBillingPortalOutput = dataEnvelope(billingPage)

/** Endpoints: PUT /services/:id/billing/plan */
export const changePlanInput = z.object({ id: serviceId, planId }).meta({ examples: [{ planId: 'pro' }] })
export const changePlanOutput = dataEnvelope(billing)
export type ChangePlanInput = z.infer<typeof changePlanInput>
