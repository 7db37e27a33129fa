import { AppError } from '@inlet/contract'
import type { ClientSession } from 'mongodb'
import { systemActor } from '../access/caller.ts'
import { hasAddressUnderWildcard, settleAddressesOfWildcard } from '../addresses/settle-addresses.ts'
import { recordAudit } from '../audit-log/record-audit.ts'
import type { Deps } from '../deps.ts'
import type { DomainDoc } from '../domains/domain-model.ts'
import { isReceiving } from '../domains/domain-states.ts'
import { findWildcardsWithAddresses } from '../domains/find-domains.ts'
import { enqueueWildcardSweep } from '../sweep-orders/enqueue-sweep.ts'

/** 10,000 addresses are settled when the call returns; those of larger wildcards within the next minutes, by the sweep. */
const stepsAtOnce = 20

/** A wildcard that has lost hosts to a domain inside it. */
export interface NarrowedWildcard {
  wildcardId: string
  /** The name of that domain: a host, or another wildcard. */
  name: string
}

/**
 * Takes the hosts of a domain that is newly proven from the wildcards over it. Their addresses there move to the domain where they are of the
 * same service, and are left to the sweep where they are of another one, whose audit log says so and does not name the new service.
 * @returns for `settleAtOnce`
 * @throws CONFLICT `domain_exists` where another service has proven its wildcard and has addresses there, and they may not be taken: nobody has
 * asked for their deletion
 */
export async function takeHostsFromWildcards(
  deps: Deps,
  tx: ClientSession,
  { by, mayTake }: { by: DomainDoc; mayTake: boolean },
): Promise<NarrowedWildcard[]> {
  const { hostname: name } = by
  const wildcards = await findWildcardsWithAddresses(deps, name, tx)
  for (const { _id: wildcardId, serviceId, hostname, state } of wildcards) {
    const isTaken = serviceId !== by.serviceId && (await hasAddressUnderWildcard(deps, { wildcardId, name }, tx))
    if (isTaken && !mayTake && isReceiving(state)) throw AppError.of('domain_exists')
    if (isTaken) {
      const target = { kind: 'domain', id: wildcardId, name: hostname } as const
      await recordAudit(deps, tx, { caller: systemActor, serviceId, action: 'domain.narrowed', target, note: name })
    }
    await enqueueWildcardSweep(deps, { wildcardId, name }, tx)
  }
  return wildcards.map(({ _id: wildcardId }) => ({ wildcardId, name }))
}

/** Settles up to 10,000 addresses of each wildcard. The sweep that was ordered settles the others. */
export async function settleAtOnce(deps: Deps, narrowed: NarrowedWildcard[]): Promise<void> {
  for (const each of narrowed) {
    for (let step = 0; step < stepsAtOnce; step += 1) if (await settleAddressesOfWildcard(deps, each)) break
  }
}
