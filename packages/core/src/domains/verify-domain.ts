import { AppError, type AuditAction, type DnsFault, type Domain, foldHostname } from '@inlet/contract'
import { type OperatorCaller, type Person, permitted } from '../access/caller.ts'
import { recordAudit } from '../audit-log/record-audit.ts'
import { readBudgetMs } from '../database/connect.ts'
import { isDuplicateKey } from '../database/faults.ts'
import { inTransaction } from '../database/transaction.ts'
import type { Deps } from '../deps.ts'
import { domainExists } from './create-domain.ts'
import { dnsRecords, isConclusive, ownershipHost, toDomain } from './dns-records.ts'
import { type DomainCheck, type DomainDoc, type DomainState, domainModel } from './domain-model.ts'
import { findDomain } from './find-domains.ts'

/** The records of a name, or why there are none. */
export interface DnsLookup {
  records: string[]
  /** Null where there are records. */
  fault: DnsFault | null
}

/** DNS look-ups: the texts of a name's TXT records, each joined, and its MX hosts by preference. */
export interface DomainDns {
  txt(name: string): Promise<DnsLookup>
  mx(name: string): Promise<DnsLookup>
}

interface Verification {
  id: string
  dns: DomainDns
  /** Where mail must be sent, folded. */
  mxHost: string
}

/**
 * Checks a domain's DNS records. With all of them in place it is verified, and its hostname belongs to the service alone; otherwise a
 * proven domain becomes failing, and a claim stays pending. Where the DNS does not answer, its state stays what it is, and the records say
 * so. A user needs the role admin.
 * @throws NOT_FOUND; FORBIDDEN `insufficient_role`; CONFLICT `domain_exists` where another service has proven it
 */
export async function verifyDomain(deps: Deps, caller: Person, { id, dns, mxHost }: Verification): Promise<Domain> {
  const domain = permitted(caller, await findDomain(deps, id), { role: 'admin', noun: 'domain' })
  const check = await lookUp(deps, dns, domain.hostname)

  const records = dnsRecords(domain, check, mxHost)
  const isProven = records.every(({ ok }) => ok)
  const checked = await changeState(deps, caller, {
    id,
    check,
    next(state) {
      if (isProven) return { state: 'verified', action: 'domain.verified' }
      const isKnown = state !== 'pending' && isConclusive(records)
      return { state: isKnown ? 'failing' : state, action: 'domain.failing' }
    },
  })
  return toDomain(checked, mxHost)
}

async function lookUp({ clock }: Deps, dns: DomainDns, hostname: string): Promise<DomainCheck> {
  const [txt, mx] = await Promise.all([dns.txt(ownershipHost(hostname)), dns.mx(hostname)])
  return {
    at: clock.now(),
    txt: txt.records,
    mx: mx.records.map((host) => foldHostname(host) ?? host),
    faults: { txt: txt.fault, mx: mx.fault },
  }
}

/** Verifies a domain for the operator, without DNS records. @throws NOT_FOUND; CONFLICT `domain_exists` */
export async function trustDomain(
  deps: Deps,
  caller: OperatorCaller,
  { id, mxHost }: Omit<Verification, 'dns'>,
): Promise<Domain> {
  permitted(caller, await findDomain(deps, id), { role: 'admin', noun: 'domain' })
  const next = () => ({ state: 'verified', action: 'domain.trusted' }) as const
  const trusted = await changeState(deps, caller, { id, next })
  return toDomain(trusted, mxHost)
}

interface StateChange {
  id: string
  check?: DomainCheck
  /** The next state, from the one at the moment of the change: it may have changed during the DNS look-ups. */
  next: (state: DomainState) => { state: DomainState; action: AuditAction }
}

async function changeState(deps: Deps, caller: Person, { id, check, next }: StateChange): Promise<DomainDoc> {
  const domains = domainModel.in(deps.db)
  try {
    return await inTransaction(deps.db, async (tx) => {
      const before = await domains.findOne({ _id: id }, { session: tx, maxTimeMS: readBudgetMs })
      if (!before) throw new AppError('NOT_FOUND', 'No such domain')
      const { state, action } = next(before.state)
      const isNewlyProven = state === 'verified' && before.state !== 'verified'
      const changed = { state, ...(check ? { check } : {}), ...(isNewlyProven ? { verifiedAt: deps.clock.now() } : {}) }
      await domains.updateOne({ _id: id }, { $set: changed }, { session: tx })
      if (state !== before.state) {
        const target = { kind: 'domain', id, name: before.hostname } as const
        await recordAudit(deps, tx, { caller, serviceId: before.serviceId, action, target })
      }
      return { ...before, ...changed }
    })
  } catch (error) {
    if (isDuplicateKey(error, 'hostname')) throw domainExists()
    throw error
  }
}
