import type { Service } from '@inlet/contract'
import { defineModel } from '../database/model.ts'

/** A customer's account unit, which owns domains, addresses, keys and messages. */
export interface ServiceDoc {
  _id: string
  name: string
  /** Whole days that a message is kept; a change applies to mail received from then on. */
  retentionDays: number
  createdAt: Date
  /** Incremented by `lockService`, so that two simultaneous changes of what belongs to the service conflict in the database. */
  revision?: number
}

/** The collection of services. */
export const serviceModel = defineModel<ServiceDoc>({
  name: 'services',
  indexes: [],
})

/** The public shape of a service. */
export function toService(service: ServiceDoc): Service {
  return {
    id: service._id,
    name: service.name,
    retentionDays: service.retentionDays,
    createdAt: service.createdAt.toISOString(),
  }
}
