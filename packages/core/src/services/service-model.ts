import { defineModel } from '../database/model.ts'

/** A customer's account unit, which owns domains, addresses, keys and messages. */
export interface ServiceDoc {
  _id: string
  name: string
  /** Whole days that a message is kept; a change applies to mail received from then on. */
  retentionDays: number
  createdAt: Date
}

/** The collection of services. */
export const serviceModel = defineModel<ServiceDoc>({
  name: 'services',
  indexes: [],
})
