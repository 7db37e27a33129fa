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

/** What a service may use, and its price. */
const plan = z
  .object({
    id: z.string(),
    name: z.string().meta({ description: 'Its name for people.' }),
    price: z
      .object({
        amount: countOut.meta({ description: 'In the smallest unit of the currency, such as cents.' }),
        currency: z.string().meta({ description: 'ISO 4217, in lower case.', pattern: '^[a-z]{3}$' }),
        interval: z.literal('month'),
      })
      .nullable()
      .meta({ description: 'null where it costs nothing here.' }),
    limits: z
      .object({
        domains: limitOut,
        addresses: limitOut,
        messagesPerMonth: limitOut,
        webhooks: limitOut,
        members: limitOut.meta({ description: 'Open invitations count too.' }),
        retentionDays: limitOut,
      })
      .meta({ description: 'null is without limit.' }),
  })
  .meta({ id: 'Plan', description: 'What a service may use, and its price.', examples: [planExample] })
export type Plan = z.infer<typeof plan>

const used = z.object({ used: countOut, limit: limitOut.meta({ description: 'null is without limit.' }) })

/** The plan of a service, and what it uses of it. */
const billing = z
  .object({
    provider: z.enum(billingProviders).meta({
      description: '`none` and `manual`: the operator gives plans. `stripe`: owners choose and pay.',
    }),
    plan: z.string().meta({ description: 'The id of the plan.' }),
    status: z.enum(['active', 'past_due', 'cancelled']),
    period: z
      .object({ start: timestampOut, end: timestampOut })
      .meta({ description: 'What `messagesPerMonth` counts in: the month in UTC, or that of the subscription.' }),
    cancelsAtEnd: z.boolean().meta({ description: 'Whether the subscription ends with the period.' }),
    usage: z.object({ domains: used, addresses: used, messagesPerMonth: used, webhooks: used, members: used }),
    overQuota: z.array(z.enum(quotaNames)).meta({
      description:
        'What is used up or beyond the plan. Messages: mail is deferred until the next period or a larger plan. The rest: more than the plan has.',
    }),
  })
  .meta({
    id: 'Billing',
    description: 'The plan of a service, and what it uses of it.',
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

/** What was to be paid for one period. */
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
    description: 'What was to be paid for one period.',
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
  .object({ url: z.string().meta({ description: 'Where the user’s browser goes on.' }) })
  .meta({ examples: [{ url: 'https://billing.example.com/pages/c7f1' }] })

const serviceId = ulid.meta({ description: 'The service.', examples: [example.serviceId] })
const planId = textOf({ min: 1, max: limits.planIdMaxChars }).meta({
  description: 'A plan, as the list of plans has it.',
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
