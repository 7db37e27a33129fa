import { limits } from '@inlet/contract'
import type { Deps } from '../deps.ts'
import type { DomainDoc } from '../domains/domain-model.ts'
import type { AddressDoc } from './address-model.ts'

const dayMs = 86_400_000

interface NewAddress {
  id: string
  domain: Pick<DomainDoc, '_id' | 'serviceId' | 'hostname'>
  localPart: string
  owner: AddressDoc['owner']
  isLive: boolean
  passwordHash?: string | null
}

/** An address as it is stored at first: `expiresAt` ten years ahead, removed after 90 days without any mail. */
export function newAddress(deps: Deps, input: NewAddress): AddressDoc {
  const now = deps.clock.now()
  return {
    _id: input.id,
    serviceId: input.domain.serviceId,
    domainId: input.domain._id,
    hostname: input.domain.hostname,
    localPart: input.localPart,
    fullAddress: `${input.localPart}@${input.domain.hostname}`,
    owner: input.owner,
    isLive: input.isLive,
    passwordHash: input.passwordHash ?? null,
    expiresAt: new Date(now.getTime() + limits.farFutureDays * dayMs),
    createdAt: now,
    lastMessageAt: null,
    idleUntil: new Date(now.getTime() + limits.idleAddressDays * dayMs),
  }
}
