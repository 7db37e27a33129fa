import { locales, themes } from '@inlet/contract'
import { z } from 'zod'
import { date } from '../database/bson.ts'
import { defineModel } from '../database/model.ts'

/** The export of another installation that a service comes from. */
export const importOrigin = z.object({
  exportId: z.string(),
  state: z.enum(['unfinished', 'finished']),
})
export type ImportOrigin = z.infer<typeof importOrigin>

/** What is paid for a service. */
export const subscription = z.object({
  /** The provider's. */
  id: z.string(),
  status: z.enum(['active', 'past_due', 'cancelled']),
  /** The one that is paid now; `end` excluded. */
  period: z.object({ start: date, end: date }),
  /** Whether it ends with its period. */
  cancelsAtEnd: z.boolean(),
})
export type Subscription = z.infer<typeof subscription>

/** A service as a customer of the provider of payment. */
export const servicePayment = z.object({
  /** The provider's id of the customer. */
  customerId: z.string(),
  /** The page for payment that was opened last; null before the first. */
  checkoutId: z.string().nullable(),
  /** As it was read last; null before the first. */
  subscription: subscription.nullable(),
  /** Incremented by each write of the subscription, so that no older reading replaces a newer one. */
  revision: z.number(),
})
export type ServicePayment = z.infer<typeof servicePayment>

/** The lock before all public inboxes of a service. */
export const accessLock = z.object({
  isEnabled: z.boolean(),
  /** scrypt; kept while the lock is off. */
  passwordHash: z.string(),
  /** A ULID, another one for each password: unlock tokens of an earlier one are invalid. */
  version: z.string(),
})
export type AccessLock = z.infer<typeof accessLock>

/** A customer's account unit, which owns domains, addresses, keys and messages. */
export const serviceDoc = z.object({
  _id: z.string(),
  name: z.string(),
  /** Whole days that a message is kept; a change applies to mail received from then on. */
  retentionDays: z.number(),
  createdAt: date,
  /** The id of the user who made it; absent where the operator did, and in services from before it was stored. */
  createdBy: z.string().optional(),
  /** Of the web inbox; absent where the customer has not chosen. */
  accentColor: z.string().optional(),
  theme: z.enum(themes).optional(),
  locale: z.enum(locales).optional(),
  /** The id of its logo in `logos`; null where one was removed. */
  logoDigest: z.string().nullable().optional(),
  accessLock: accessLock.optional(),
  /** Absent in services from before there were plans: they have the default one. */
  plan: z.string().optional(),
  /** Absent until an owner begins to pay. */
  payment: servicePayment.optional(),
  /** The level of the messages of a period that the audit log has recorded, by the period's start: 80 % or 100 %. */
  quotaTold: z.object({ period: z.string(), level: z.number() }).optional(),
  /** The export that it was imported from; absent where it was made here. Until it is finished nobody but the operator has access. */
  importedFrom: importOrigin.optional(),
  /** Incremented by `lockService`, so that two simultaneous changes of what belongs to the service conflict in the database. */
  revision: z.number().optional(),
})
export type ServiceDoc = z.infer<typeof serviceDoc>

/** The collection of services. */
export const serviceModel = defineModel<ServiceDoc>({
  document: serviceDoc,
  name: 'services',
  indexes: [
    // How many services a user has made.
    { key: { createdBy: 1 }, partialFilterExpression: { createdBy: { $gt: '' } } },
    // The service that an event of the provider of payment is about.
    {
      key: { 'payment.customerId': 1 },
      unique: true,
      partialFilterExpression: { 'payment.customerId': { $exists: true } },
    },
  ],
})
