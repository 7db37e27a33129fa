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
  'The database, the issuer of tokens or the provider of payment does not answer, or the server is shutting down.'
const disabled = 'The operator gives plans here, and nothing can be bought (`billing_disabled`)'
const unpaid = 'The service pays for no plan yet (`no_subscription`)'
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
        description: 'All plans that services may have, in the order of the operator. Every user may call it.',
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
        summary: 'Read the plan of a service and what it uses of it',
        description: 'Users of every role may call it.',
        successDescription: 'The plan, its limits, and what is used.',
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
        summary: 'Read what a service used, day by day',
        description: `A row for each day, oldest first, at most ${limits.usageDaysMax}; days without anything too, and beside them what the last 24 hours have. What test keys caused is left out. Users of every role may call it.`,
        successDescription: 'A row for each day.',
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
        summary: 'Begin to pay for a plan',
        description:
          'The answer names a page of the provider: send the user’s browser there. The service has the plan once it is paid. The page ends after an hour, and when another checkout begins. Needs the role owner.',
        successDescription: 'The page where it is paid.',
      },
      status: 201,
      refusals: {
        ...payRefusals,
        CONFLICT: `${disabled}, or the service pays for a plan already (\`subscription_exists\`).`,
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
        summary: 'Open the provider’s page for payment',
        description:
          'There the owner changes how they pay, and sees invoices. Takes no body; one that is sent must be JSON. Needs the role owner.',
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
        summary: 'Change the plan of a service that pays for one',
        description:
          'The plan of new services ends the subscription with its period; a plan with a price before that lets it go on. What is beyond a smaller plan stays, and nothing can be added to it. Needs the role owner.',
        successDescription: 'The plan, its limits, and what is used.',
      },
      refusals: {
        ...payRefusals,
        UNPROCESSABLE_CONTENT: `${unpaid}, or the plan is neither sold nor that of new services (\`plan_not_sold\`).`,
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
        description: 'Newest first; empty where nothing is paid here. Needs the role owner.',
        successDescription: 'A page of invoices.',
      },
      refusals: { ...memberRefusals('service', 'owner'), SERVICE_UNAVAILABLE: unavailable },
    })
    .input(listInvoicesInput)
    .output(listInvoicesOutput)
    .query(({ ctx, input }) => listInvoices(ctx.deps, ctx.caller, { ...input, provider: ctx.billing })),
}
