import { faultAt, parseMailAddress } from '@inlet/contract'
import { briefCache } from '../caching/brief-cache.ts'
import type { Deps } from '../deps.ts'
import type { DomainDoc } from '../domains/domain-model.ts'
import { findReceivingDomain } from '../domains/find-domain.ts'
import { findService } from '../services/find-service.ts'
import { findAddressByName } from './find-address.ts'

/** Who a copy of a mail is for. `addressId` is null where the first mail makes the address, at commit. */
export interface Recipient {
  addressId: string | null
  /** The inbox: without detail. */
  fullAddress: string
  localPart: string
  /** What stands behind the `+`, lower case, or null. */
  detail: string | null
  /** The envelope recipient, lower case, detail kept. */
  toAddr: string
  domain: Pick<DomainDoc, '_id' | 'serviceId' | 'hostname' | 'publicInbox'>
  retentionDays: number
  isLive: boolean
}

type ReceivingHost = Pick<Recipient, 'domain' | 'retentionDays'>
type KnownAddress = Required<Pick<Recipient, 'addressId' | 'isLive'>> & { domainId: string }

/**
 * Decides whether an envelope recipient is ours.
 * @throws BAD_REQUEST (550 5.1.3) for a local part that no address can have; FORBIDDEN (550 5.7.1) for a foreign domain; NOT_FOUND (550 5.1.1)
 */
export type ResolveRecipient = (envelopeRecipient: string) => Promise<Recipient>

/** Makes a process's resolver, which believes domains and addresses for 0.9 s. */
export function recipientResolver(deps: Deps): ResolveRecipient {
  const hosts = briefCache<ReceivingHost>({
    clock: deps.clock,
    maxEntries: 10_000,
    load: (hostname) => loadHost(deps, hostname),
  })
  const addresses = briefCache<KnownAddress>({
    clock: deps.clock,
    maxEntries: 100_000,
    load: (fullAddress) => loadAddress(deps, fullAddress),
  })

  return async (envelopeRecipient) => {
    const parsed = parseMailAddress(envelopeRecipient)
    if (!parsed)
      throw faultAt('BAD_REQUEST', { path: 'to', code: 'invalid_address', message: 'Bad recipient address syntax' })
    const host = await hosts.get(parsed.hostname)
    if (!host)
      throw faultAt('FORBIDDEN', {
        path: 'to',
        code: 'foreign_domain',
        message: 'Relaying denied: not a domain of ours',
      })

    const { fullAddress, localPart } = parsed
    const detail = parsed.detail?.toLowerCase() ?? null
    const toAddr = detail === null ? fullAddress : `${localPart}+${detail}@${parsed.hostname}`
    const wanted = { fullAddress, localPart, detail, toAddr, ...host }
    const known = await addresses.get(fullAddress)
    if (known && known.domainId === host.domain._id)
      return { ...wanted, addressId: known.addressId, isLive: known.isLive }
    if (host.domain.publicInbox && !known) return { ...wanted, addressId: null, isLive: true }
    throw faultAt('NOT_FOUND', { path: 'to', code: 'unknown_recipient', message: 'No such mailbox' })
  }
}

async function loadHost(deps: Deps, hostname: string): Promise<ReceivingHost | null> {
  const domain = await findReceivingDomain(deps, hostname)
  const owner = domain ? await findService(deps, domain.serviceId) : null
  if (!domain || !owner) return null
  const { _id, serviceId, publicInbox } = domain
  return { domain: { _id, serviceId, hostname, publicInbox }, retentionDays: owner.retentionDays }
}

async function loadAddress(deps: Deps, fullAddress: string): Promise<KnownAddress | null> {
  const address = await findAddressByName(deps, fullAddress)
  return address ? { addressId: address._id, isLive: address.isLive, domainId: address.domainId } : null
}
