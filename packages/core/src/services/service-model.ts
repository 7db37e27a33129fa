import { defineModel } from '../database/model.ts'

/** A customer's account unit, which owns domains, addresses, keys and messages. */
export interface ServiceDoc {
  _id: string
  name: string
  /** Whole days that a message is kept; a change applies to mail received from then on. */
  retentionDays: number
  createdAt: Date
  /** Counted up by every change to what hangs on the service, so that two such changes at once do not pass each other unseen. */
  revision?: number
}

/** The collection of services. */
export const serviceModel = defineModel<ServiceDoc>({
  name: 'services',
  indexes: [],
})
