import { hourMs } from '@inlet/contract'
import type { DomainDns } from '../src/domain-owners/check-domain.ts'
import { createDomain } from '../src/domain-owners/create-domain.ts'
import { recheckDomains } from '../src/domain-owners/recheck-domains.ts'
import { verifyDomain } from '../src/domain-owners/verify-domain.ts'
import { insertService } from '../src/services/manage-services.ts'
import type { CoreWorld } from './core-world.ts'

const mxHost = 'mx.inlet.example'

/** The host that `lapsedHost` proves. */
export const lapsedHostname = 'acme.example'

/** What the DNS says of `acme.example`: the texts of its TXT record, or an error. Its MX record is in place. */
type ProofRecords = string[] | 'nxdomain' | 'timeout'

/** A host that the world's service has proven, and that another service claims. */
export async function lapsedHost(world: CoreWorld) {
  const { deps, operator, clock } = world
  const { _id: otherId } = await insertService(deps, { name: 'Other' })
  const claimBy = async (id: string) => {
    const { id: domainId, records } = await createDomain(deps, operator, { id, hostname: lapsedHostname, mxHost })
    return { id: domainId, proof: records[0]?.value ?? '' }
  }
  const holder = await claimBy(world.serviceId)
  const claim = { ...(await claimBy(otherId)), serviceId: otherId }
  let records: ProofRecords = [holder.proof]
  const dns: DomainDns = {
    txt: async () =>
      typeof records === 'string' ? { records: [], error: records } : { records: [...records], error: null },
    mx: async () => ({ records: [mxHost], error: null }),
  }
  const checks = { dns, mxHost }
  const verify = (id: string, caller: Parameters<typeof verifyDomain>[1] = operator) =>
    verifyDomain(deps, caller, { id, ...checks })
  await verify(holder.id)
  return {
    holder,
    claim,
    /** Another service claims the host too. */
    claimAgain: async () => claimBy((await insertService(deps, { name: 'Third' }))._id),
    verify,
    /** From now on the DNS says this. */
    answer(now: ProofRecords) {
      records = now
    },
    /** Lets the time pass and the job look. */
    async after(hours: number) {
      clock.advance(hours * hourMs)
      await recheckDomains(deps, checks)
    },
  }
}

/** A host that was lapsed long enough. @returns what takes it over */
export async function takingOver(world: CoreWorld) {
  const { claim, answer, after, verify } = await lapsedHost(world)
  answer([claim.proof])
  await after(24)
  await after(72)
  return () => verify(claim.id)
}
