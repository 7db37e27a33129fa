import { type Branding, brandingDefaults, type Service } from '@inlet/contract'
import { planOf, retentionDaysOf } from '../billing/plan-catalogue.ts'
import { defineModel } from '../database/model.ts'
import type { Deps } from '../deps.ts'

/** A customer's account unit, which owns domains, addresses, keys and messages. */
export interface ServiceDoc {
  _id: string
  name: string
  /** Whole days that a message is kept; a change applies to mail received from then on. */
  retentionDays: number
  createdAt: Date
  /** Of the web inbox; absent where the customer has not chosen. */
  accentColor?: Branding['accentColor']
  theme?: Branding['theme']
  locale?: Branding['locale']
  /** The id of its logo in `logos`; null where one was removed. */
  logoDigest?: string | null
  accessLock?: AccessLock
  /** Absent in services from before there were plans: they have the default one. */
  plan?: string
  /** Absent until an owner begins to pay. */
  payment?: ServicePayment
  /** The level of the messages of a period that the audit log has recorded, by the period's start: 80 % or 100 %. */
  quotaTold?: { period: string; level: number }
  /** The export that it was imported from; absent where it was made here. Until it is finished nobody but the operator has access. */
  importedFrom?: ImportOrigin
  /** Incremented by `lockService`, so that two simultaneous changes of what belongs to the service conflict in the database. */
  revision?: number
}

/** The export of another installation that a service comes from. */
export interface ImportOrigin {
  exportId: string
  state: 'unfinished' | 'finished'
}

/** A service as a customer of the provider of payment. */
export interface ServicePayment {
  /** The provider's id of the customer. */
  customerId: string
  /** The page for payment that was opened last; null before the first. */
  checkoutId: string | null
  /** As it was read last; null before the first. */
  subscription: Subscription | null
  /** Incremented by each write of the subscription, so that no older reading replaces a newer one. */
  revision: number
}

/** What is paid for a service. */
export interface Subscription {
  /** The provider's. */
  id: string
  status: 'active' | 'past_due' | 'cancelled'
  /** The one that is paid now; `end` excluded. */
  period: { start: Date; end: Date }
  /** Whether it ends with its period. */
  cancelsAtEnd: boolean
}

/** The lock before all public inboxes of a service. */
export interface AccessLock {
  isEnabled: boolean
  /** scrypt; kept while the lock is off. */
  passwordHash: string
  /** A ULID, another one for each password: unlock tokens of an earlier one are invalid. */
  version: string
}

/** The collection of services. */
export const serviceModel = defineModel<ServiceDoc>({
  name: 'services',
  indexes: [
    // The service that an event of the provider of payment is about.
    {
      key: { 'payment.customerId': 1 },
      unique: true,
      partialFilterExpression: { 'payment.customerId': { $exists: true } },
    },
  ],
})

/** How the web inbox of a service presents itself. */
export const brandingOf = ({ name, accentColor, theme, locale, logoDigest }: ServiceDoc): Branding => ({
  name,
  accentColor: accentColor ?? brandingDefaults.accentColor,
  theme: theme ?? brandingDefaults.theme,
  locale: locale ?? brandingDefaults.locale,
  logoUrl: logoDigest ? `/v1/public/logos/${logoDigest}` : null,
})

/** The public shape of a service. */
export function toService(deps: Deps, service: ServiceDoc): Service {
  const { name, accentColor, theme, locale, logoUrl } = brandingOf(service)
  return {
    id: service._id,
    name,
    accentColor,
    theme,
    locale,
    logoUrl,
    retentionDays: retentionDaysOf(deps.plans, service),
    accessLock: { enabled: service.accessLock?.isEnabled ?? false },
    plan: planOf(deps.plans, service.plan).id,
    createdAt: service.createdAt.toISOString(),
  }
}
