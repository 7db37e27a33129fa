import { type ApiKeyScope, faultAt } from '@inlet/contract'

/** Who is calling: an API key, bound to one service. */
export interface Caller {
  kind: 'apiKey'
  keyId: string
  serviceId: string
  scope: ApiKeyScope
  /** False for a test key: what it creates is labelled so. */
  isLive: boolean
}

/** Refuses what belongs to another service. @throws FORBIDDEN `wrong_service` */
export function assertOwns(caller: Caller, serviceId: string): void {
  if (caller.serviceId === serviceId) return
  throw faultAt('FORBIDDEN', { path: '', code: 'wrong_service', message: 'This key belongs to another service' })
}
