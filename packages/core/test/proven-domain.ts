import type { Domain } from '@inlet/contract'
import { createAddress } from '../src/addresses/create-address.ts'
import type { DomainChecks } from '../src/domain-owners/check-domain.ts'
import { createDomain } from '../src/domain-owners/create-domain.ts'
import { verifyDomain } from '../src/domain-owners/verify-domain.ts'
import { insertService } from '../src/services/manage-services.ts'
import type { CoreWorld } from './core-world.ts'

const mxHost = 'mx.inlet.example'

/** A name that a service claims without having its records yet. */
export const claimed = ({ deps, operator }: CoreWorld, id: string, hostname: string): Promise<Domain> =>
  createDomain(deps, operator, { id, hostname, mxHost })

/** How a claim is checked where both its records are in the DNS. */
export function recordsOf({ records }: Domain): DomainChecks {
  const txt = { records: records.slice(0, 1).map(({ value }) => value), error: null }
  return { mxHost, dns: { txt: async () => txt, mx: async () => ({ records: [mxHost], error: null }) } }
}

/** A name that a service has proven, by a call of the operator. */
export async function proven(world: CoreWorld, serviceId: string, hostname: string): Promise<Domain> {
  const claim = await claimed(world, serviceId, hostname)
  return await verifyDomain(world.deps, world.operator, { id: claim.id, ...recordsOf(claim) })
}

/** A host under the wildcard of the world's service, with an address there, that another service claims. @returns what proves that claim */
export async function narrowing(world: CoreWorld) {
  const { deps, operator, serviceId: id } = world
  const hostname = 'a.acme.example'
  const wildcard = await proven(world, id, '*.acme.example')
  await createAddress(deps, operator, { id, domainId: wildcard.id, hostname })
  const other = await insertService(deps, { name: 'Other' })
  const claim = await claimed(world, other._id, hostname)
  return () => verifyDomain(deps, operator, { id: claim.id, ...recordsOf(claim) })
}
