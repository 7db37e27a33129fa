import { zoneNameOf } from '@inlet/contract'
import { insertDomain } from '@inlet/core'
import type { Tenant, World } from './world.ts'

/** The host that the MX records of a world's domains must name. */
const mxHost = 'mx.test'

/** Claims a host for a tenant, whose DNS records exist in the world's name server. @returns the claim, which is pending */
export async function claimWithRecords(world: World, { serviceId }: Tenant, hostname = newHost(world)) {
  const claim = await insertDomain(world.deps, { serviceId, hostname, state: 'pending' })
  if (!world.dns) throw new Error('this world has no name server')
  world.dns.answer(`TXT _inlet.${zoneNameOf(hostname)}`, { TXT: [`inlet-verification=${claim.ownershipToken}`] })
  world.dns.answer(`MX ${hostname}`, { MX: [[10, mxHost]] })
  return claim
}

/** A host that nobody has claimed. */
export const newHost = ({ deps }: World): string => `${deps.newId().toLowerCase()}.example`
