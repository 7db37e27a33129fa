import {
  changePlanInput,
  changePlanOutput,
  limits,
  listInvoicesInput,
  listInvoicesOutput,
  listPlansInput,
  listPlansOutput,
  openBillingPortalInput,
  openBillingPortalOutput,
  readBillingInput,
  readBillingOutput,
  readUsageInput,
  readUsageOutput,
  startCheckoutInput,
  startCheckoutOutput,
} from '@inlet/contract'
import {
  changePlan,
  listInvoices,
  listPlans,
  openBillingPortal,
  readBilling,
  readUsage,
  startCheckout,
} from '@inlet/core'
import { userProcedure } from '../../access/procedures.ts'
import { memberRefusals, noSuch, onlyUsers } from './shared.ts'

const unavailable =
  'The database, the token issuer or the payment provider does not answer, or the server is shutting down.'
const disabled = 'The operator assigns plans here, and none can be bought (`billing_disabled`)'
const unpaid = 'The service has no subscription yet (`no_subscription`)'
const payRefusals = {
  ...memberRefusals('service', 'owner'),
  CONFLICT: `${disabled}.`,
  SERVICE_UNAVAILABLE: unavailable,
}

/** Plans of the user's services. */
export const billingProcedures = {
  listPlans: userProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/billing/plans',
        operationId: 'listPlans',
        tags: ['Billing'],
        summary: 'List the plans',
        description: 'All available plans, in the order that the operator chose. Every user may call it.',
        successDescription: 'The plans.',
      },
      refusals: onlyUsers,
    })
    .input(listPlansInput)
    .output(listPlansOutput)
    .query(({ ctx }) => ({ data: listPlans(ctx.deps) })),

  readBilling: userProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/services/{id}/billing',
        operationId: 'readBilling',
        tags: ['Billing'],
        summary: 'Read the plan and usage of a service',
        description: 'Users with any role may call it.',
        successDescription: 'The plan, its limits and the usage.',
      },
      refusals: { ...onlyUsers, ...noSuch('service') },
    })
    .input(readBillingInput)
    .output(readBillingOutput)
    .query(async ({ ctx, input }) => {
      const { deps, caller, billing } = ctx
      return { data: await readBilling(deps, caller, { id: input.id, provider: billing.kind }) }
    }),

  readUsage: userProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/services/{id}/usage',
        operationId: 'readUsage',
        tags: ['Billing'],
        summary: 'Read the daily usage of a service',
        description: `One row for each day, oldest first, at most ${limits.usageDaysMax}, including days without usage, and the totals of the last 24 hours. Usage by test keys is not counted. Users with any role may call it.`,
        successDescription: 'One row for each day.',
      },
      refusals: { ...onlyUsers, ...noSuch('service') },
    })
    .input(readUsageInput)
    .output(readUsageOutput)
    .query(async ({ ctx, input }) => {
      const { days, last24Hours } = await readUsage(ctx.deps, ctx.caller, input)
      return { data: days, meta: { last24Hours } }
    }),

  startCheckout: userProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/services/{id}/billing/checkout',
        operationId: 'startCheckout',
        tags: ['Billing'],
        summary: 'Start a checkout for a plan',
        description:
          'The response has the URL of a page of the payment provider: send the user’s browser there. The service gets the plan once it is paid. The page expires after an hour, or when another checkout starts. Needs the role owner.',
        successDescription: 'The page on which to pay.',
      },
      status: 201,
      refusals: {
        ...payRefusals,
        CONFLICT: `${disabled}, or the service already has a subscription (\`subscription_exists\`).`,
        UNPROCESSABLE_CONTENT: 'The plan has no price (`plan_not_sold`).',
      },
    })
    .input(startCheckoutInput)
    .output(startCheckoutOutput)
    .mutation(async ({ ctx, input }) => {
      const { deps, caller, billing: provider } = ctx
      return { data: { url: await startCheckout(deps, caller, { ...input, provider }) } }
    }),

  openBillingPortal: userProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/services/{id}/billing/portal',
        operationId: 'openBillingPortal',
        tags: ['Billing'],
        summary: 'Open the payment provider’s page',
        description:
          'On this page the owner changes the payment method and sees invoices. Takes no body; if you send one, it must be JSON. Needs the role owner.',
        successDescription: 'The page.',
      },
      status: 201,
      refusals: { ...payRefusals, UNPROCESSABLE_CONTENT: `${unpaid}.` },
    })
    .input(openBillingPortalInput)
    .output(openBillingPortalOutput)
    .mutation(async ({ ctx, input }) => {
      const { deps, caller, billing: provider } = ctx
      return { data: { url: await openBillingPortal(deps, caller, { ...input, provider }) } }
    }),

  changePlan: userProcedure
    .meta({
      openapi: {
        method: 'PUT',
        path: '/services/{id}/billing/plan',
        operationId: 'changePlan',
        tags: ['Billing'],
        summary: 'Change the plan of a service with a subscription',
        description:
          'Choosing the default plan ends the subscription at the end of its period; choosing a paid plan before then keeps it running. On a smaller plan, everything above its limits stays, but you cannot add more. Needs the role owner.',
        successDescription: 'The plan, its limits and the usage.',
      },
      refusals: {
        ...payRefusals,
        UNPROCESSABLE_CONTENT: `${unpaid}, or the plan is neither for sale nor the default plan (\`plan_not_sold\`).`,
      },
    })
    .input(changePlanInput)
    .output(changePlanOutput)
    .mutation(async ({ ctx, input }) => {
      const { deps, caller, billing: provider } = ctx
      return { data: await changePlan(deps, caller, { ...input, provider }) }
    }),

  listInvoices: userProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/services/{id}/billing/invoices',
        operationId: 'listInvoices',
        tags: ['Billing'],
        summary: 'List the invoices of a service',
        description: 'Newest first; empty if plans are not paid for here. Needs the role owner.',
        successDescription: 'A page of invoices.',
      },
      refusals: { ...memberRefusals('service', 'owner'), SERVICE_UNAVAILABLE: unavailable },
    })
    .input(listInvoicesInput)
    .output(listInvoicesOutput)
    .query(({ ctx, input }) => listInvoices(ctx.deps, ctx.caller, { ...input, provider: ctx.billing })),
}
