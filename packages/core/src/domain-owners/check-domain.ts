import { type AuditAction, type DnsError, foldHostname } from '@inlet/contract'
import type { Person, SystemActor } from '../access/caller.ts'
import { recordAudit } from '../audit-log/record-audit.ts'
import { isDuplicateKey } from '../database/errors.ts'
import { inTransaction } from '../database/transaction.ts'
import type { Deps } from '../deps.ts'
import { areEnough, type CheckVerdict, countFailure, nextCheckAt } from '../domains/check-schedule.ts'
import { dnsRecords, isConclusive, isProofMissing, ownershipHost } from '../domains/dns-records.ts'
import type { DomainCheck, DomainDoc } from '../domains/domain-model.ts'
import { isReceiving } from '../domains/domain-states.ts'
import { findDomain } from '../domains/find-domains.ts'
import { domainExists, putDomain } from '../domains/store-domain.ts'
import { deleteAddressesAtOnce } from './remove-domain.ts'
import { settleAtOnce, takeHostsFromWildcards } from './take-hosts-from-wildcards.ts'
import { takeOverHost, takeOverImportedClaims } from './take-over-host.ts'

/** The records of a name, or why there are none. */
export interface DnsLookup {
  records: string[]
  /** Null where there are records. */
  error: DnsError | null
}

/** DNS look-ups: the texts of a name's TXT records, each joined, and its MX hosts by preference. */
export interface DomainDns {
  txt(name: string): Promise<DnsLookup>
  mx(name: string): Promise<DnsLookup>
}

/** How domains are checked: `mxHost` is where mail must be sent, folded. */
export interface DomainChecks {
  dns: DomainDns
  mxHost: string
}

/** Looks the records of a domain up. */
export async function lookUp({ clock }: Deps, dns: DomainDns, hostname: string): Promise<DomainCheck> {
  const [txt, mx] = await Promise.all([dns.txt(ownershipHost(hostname)), dns.mx(hostname)])
  return {
    at: clock.now(),
    txt: txt.records,
    mx: mx.records.map((host) => foldHostname(host) ?? host),
    faults: { txt: txt.error, mx: mx.error },
  }
}

/** What becomes of a domain; `action` is recorded where its state changes. */
interface StateChange {
  change: Pick<DomainDoc, 'state'> &
    Partial<Pick<DomainDoc, 'check' | 'nextCheckAt' | 'failures' | 'proofMissingSince'>>
  action: AuditAction
}

interface Checked {
  check: DomainCheck
  mxHost: string
  /** Whether a proven domain is failing only after several failed checks, or after this one. */
  isPatient: boolean
}

/** What becomes of a domain after a check. */
export function stateAfter(before: DomainDoc, { check, mxHost, isPatient }: Checked): StateChange {
  const verdict = verdictOf(before, check, mxHost)
  const failures = before.state === 'pending' ? null : countFailure(before.failures, check.at, verdict)
  const isLost = verdict === 'unproven' && (!isPatient || areEnough(failures, check.at))
  const state = verdict === 'proven' ? 'verified' : isLost && before.state === 'verified' ? 'failing' : before.state
  // A domain that the operator trusts stays trusted until its records are there.
  const isTrusted = before.state !== 'pending' && before.nextCheckAt === null && verdict !== 'proven'
  return {
    change: {
      state,
      check,
      failures,
      proofMissingSince: proofMissingSince(before, check),
      nextCheckAt: isTrusted ? null : nextCheckAt({ ...before, state }, check.at, verdict),
    },
    action: state === 'verified' ? 'domain.verified' : 'domain.failing',
  }
}

function proofMissingSince(before: DomainDoc, check: DomainCheck): Date | null {
  const since = before.proofMissingSince ?? null
  if (!isReceiving(before.state)) return null
  const isMissing = isProofMissing(before, check)
  if (isMissing === null) return since
  return isMissing ? (since ?? check.at) : null
}

function verdictOf(domain: DomainDoc, check: DomainCheck, mxHost: string): CheckVerdict {
  const records = dnsRecords(domain, check, mxHost)
  if (records.every(({ ok }) => ok)) return 'proven'
  return isConclusive(records) ? 'unproven' : 'unknown'
}

interface Change {
  id: string
  /** From the domain at the moment of the change: it may have changed during the DNS look-ups. */
  next: (before: DomainDoc) => StateChange
  /** What the DNS says now, where the change may take the host over from another service, or from another service's wildcard. */
  takeOverBy?: DomainCheck
}

/**
 * Changes a domain, and records it where its state changes; one that is lost stays as it is. @returns null where the domain was removed
 * meanwhile
 * @throws CONFLICT `domain_exists` where it would be verified, and another service has proven its host, which cannot be taken over now, or has
 * addresses there by a wildcard, and nothing may be taken over
 */
export async function changeState(
  deps: Deps,
  caller: Person | SystemActor,
  { id, next, takeOverBy }: Change,
): Promise<DomainDoc | null> {
  try {
    const done = await inTransaction(deps.db, async (tx) => {
      const before = await findDomain(deps, id, tx)
      if (!before) return null
      if (before.state === 'lost') return { domain: before, lostIds: [], narrowed: [] }
      const { change, action } = next(before)
      const isNewlyProven = change.state === 'verified' && before.state !== 'verified'
      const lostId =
        isNewlyProven && takeOverBy ? await takeOverHost(deps, tx, { by: before, check: takeOverBy }) : null
      const lostClaims = isNewlyProven ? await takeOverImportedClaims(deps, tx, before) : []
      const mayTake = takeOverBy !== undefined
      const narrowed = isNewlyProven ? await takeHostsFromWildcards(deps, tx, { by: before, mayTake }) : []
      const changed = { ...change, ...(isNewlyProven ? { verifiedAt: deps.clock.now() } : {}) }
      await putDomain(deps, tx, { id, changed })
      if (change.state !== before.state) {
        const target = { kind: 'domain', id, name: before.hostname } as const
        const note = lostId === null ? null : 'taken over'
        await recordAudit(deps, tx, { caller, serviceId: before.serviceId, action, target, note })
      }
      const lostIds = lostId === null ? lostClaims : [lostId, ...lostClaims]
      return { domain: { ...before, ...changed }, lostIds, narrowed }
    })
    for (const lostId of done?.lostIds ?? []) await deleteAddressesAtOnce(deps, lostId)
    await settleAtOnce(deps, done?.narrowed ?? [])
    return done?.domain ?? null
  } catch (error) {
    if (isDuplicateKey(error, 'hostname')) throw domainExists()
    throw error
  }
}
