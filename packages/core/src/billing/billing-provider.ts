import type { Invoice, ListInvoicesInput, Page } from '@inlet/contract'
import type { UserCaller } from '../access/caller.ts'
import type { PlanTerms } from '../plans/plan-catalogue.ts'

/** How plans are paid. `none` and `manual`: the operator gives plans, and nothing can be bought. */
export type BillingProvider = { kind: 'none' | 'manual' } | PaymentProvider

/** An owner's request to the provider, which was permitted. */
export interface BillingOrder {
  service: { id: string; name: string }
  /** Of the service, as it is now. */
  currentPlan: PlanTerms
  caller: UserCaller
}

/** An event as the provider sent it. */
export interface BillingEvent {
  /** Byte for byte, since it is signed. */
  body: Buffer
  signature: string
}

/** A provider through which owners choose and pay plans. What it learns of a subscription it stores itself. */
export interface PaymentProvider {
  kind: 'stripe'
  /** Begins a subscription. @returns the URL of the page where the owner pays. @throws CONFLICT where there is one already */
  checkout(order: BillingOrder & { plan: PlanTerms }): Promise<string>
  /** @returns the URL of the page where the owner manages payment */
  portal(order: BillingOrder): Promise<string>
  /** Changes the plan of the subscription there is. When it returns, the service has the plan. */
  changePlan(order: BillingOrder & { plan: PlanTerms }): Promise<void>
  /** Ends the subscription with its period: the service has the plan until then. */
  cancel(order: BillingOrder & { plan: PlanTerms }): Promise<void>
  /** Handles a call of the provider's. @throws BAD_REQUEST `invalid_signature` */
  receiveEvent(event: BillingEvent): Promise<void>
  /** Newest first. */
  listInvoices(order: BillingOrder, page: Pick<ListInvoicesInput, 'cursor' | 'limit'>): Promise<Page<Invoice>>
}
