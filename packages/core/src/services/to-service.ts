import type { Service } from '@inlet/contract'
import type { ServiceDoc } from './service-model.ts'

/** A service as it goes out. */
export function toService(service: ServiceDoc): Service {
  return {
    id: service._id,
    name: service.name,
    retentionDays: service.retentionDays,
    createdAt: service.createdAt.toISOString(),
  }
}
