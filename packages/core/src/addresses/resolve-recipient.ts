import { AppError, asciiLowerCase, isAtUnnamedHost, isWildcard, parseMailAddress } from '@inlet/contract'
import { isFullOfMessages } from '../billing/message-quota.ts'
import { briefCache } from '../caching/brief-cache.ts'
import type { Deps } from '../deps.ts'
import type { DomainDoc } from '../domains/domain-model.ts'
import { isPendingHost } from '../domains/find-domains.ts'
import { hostLookup } from '../domains/host-lookup.ts'
import { retentionDaysOf } from '../plans/plan-catalogue.ts'
import { quotaOf } from '../plans/quotas.ts'
import { findService } from '../services/find-services.ts'
import { type ReportedMails, reportedMails } from '../webhooks/find-webhooks.ts'
import { type AddressRefusal, firstMailRefusal } from './address-quota.ts'
import { findAddressByName } from './find-address.ts'
import { isMadeBeyondPlan, isMadeByFirstMail, isPostmaster } from './new-address.ts'

/** The recipient of one copy of a mail. `addressId` is null where this mail creates the address, at commit. */
export interface Recipient {
  addressId: string | null
  /** The inbox, without the detail of plus addressing. */
  fullAddress: string
  localPart: string
  /** The part after the `+`, its ASCII letters in lower case, or null. */
  detail: string | null
  /** The envelope recipient, lower case, detail kept. */
  toAddr: string
  domain: Pick<DomainDoc, '_id' | 'serviceId' | 'hostname' | 'publicInbox'>
  /** The host: that of the domain, or one under this wildcard. */
  hostname: string
  retentionDays: number
  /** Whether its plan limits the addresses of its service: a new one is counted. */
  isCounted: boolean
  /** Which of its mails are reported to webhooks, as it was at most 0.9 s ago. */
  reports: ReportedMails
  isLive: boolean
}

interface ReceivingHost
  extends Pick<Recipient, 'domain' | 'retentionDays' | 'isCounted' | 'reports'>,
    Pick<DomainDoc, 'state'> {
  /** Whether the plan of its service has no room for more messages in this period. */
  isFull: boolean
  /** Why its first mails make no more addresses; null where they do. */
  refusesNew: AddressRefusal | null
}
type KnownAddress = Required<Pick<Recipient, 'addressId' | 'isLive'>> & {
  domainId: string
  isUnderWildcard: boolean
}

/**
 * Decides whether this server receives mail for an envelope recipient. A refusal's private facts (`facts.log`) have the domain's state:
 * `unknown` or a `DomainState`.
 * @throws BAD_REQUEST (550 5.1.3) for a local part that no address can have, or a host in another script that imitates a domain name;
 * FORBIDDEN (550 5.7.1) for a foreign domain, any other host that is no domain name, or a domain that is claimed and not verified;
 * NOT_FOUND (550 5.1.1); SERVICE_UNAVAILABLE (451) while the address moves from a wildcard to a domain of its host; PAYMENT_REQUIRED (452
 * 4.2.2) where the plan of its service is used up, TOO_MANY_REQUESTS `visitor_share_used` (452 4.2.2) where what visitors and first mails may
 * make of it is: the sender keeps the mail
 */
export type ResolveRecipient = (envelopeRecipient: string) => Promise<Recipient>

/** Makes a process's resolver, which caches domains and addresses for 0.9 s. */
export function recipientResolver(deps: Deps): ResolveRecipient {
  const hostOf = hostLookup(deps, (domain) => loadHost(deps, domain))
  const addresses = briefCache<KnownAddress>({
    clock: deps.clock,
    maxEntries: 100_000,
    load: (fullAddress) => loadAddress(deps, fullAddress),
  })

  return async (envelopeRecipient) => {
    const parsed = parseMailAddress(envelopeRecipient)
    if (!parsed) throw isAtUnnamedHost(envelopeRecipient) ? foreignDomain() : badAddress()
    const host = await hostOf(parsed.hostname)
    if (!host) throw await notReceiving(deps, parsed.hostname)

    const { domain, retentionDays, isCounted, reports, state, isFull, refusesNew } = host
    const { fullAddress, localPart, hostname } = parsed
    const detail = parsed.detail === null ? null : asciiLowerCase(parsed.detail)
    const toAddr = detail === null ? fullAddress : `${localPart}+${detail}@${hostname}`
    const wanted = { fullAddress, localPart, detail, toAddr, domain, hostname, retentionDays, isCounted, reports }
    const full = () => {
      deps.usage.deferred.add(domain.serviceId)
      return deferred('quota_exceeded', 'This mailbox has received all the mail of its plan, try again later')
    }
    const known = await addresses.get(fullAddress)
    if (known && known.domainId === domain._id) {
      if (isFull && known.isLive && !isPostmaster(localPart)) throw full()
      return { ...wanted, addressId: known.addressId, isLive: known.isLive }
    }
    if (known?.isUnderWildcard) throw moving()
    if (isMadeByFirstMail(wanted) && !known) {
      if (isFull && !isPostmaster(localPart)) throw full()
      if (refusesNew && !isMadeBeyondPlan(wanted)) {
        throw deferred(refusesNew, 'No more mailboxes can be created here, try again later')
      }
      return { ...wanted, addressId: null, isLive: true }
    }
    throw AppError.of('unknown_recipient', { log: { domainState: state } })
  }
}

/** The refusal tells a claimed domain from a foreign one: a claim is not secret, and its owner learns what is missing. */
async function notReceiving(deps: Deps, hostname: string): Promise<AppError> {
  if (await isPendingHost(deps, hostname)) {
    const message = 'This domain is not verified yet'
    return AppError.of('foreign_domain', { message, log: { domainState: 'pending' } })
  }
  return foreignDomain()
}

function foreignDomain(): AppError {
  return AppError.of('foreign_domain', { log: { domainState: 'unknown' } })
}

const deferred = (code: AddressRefusal, message: string) => AppError.of(code, { path: 'to', message })

/** It was an address of a wildcard, and its host has just become a domain of its own: it comes along, or goes. */
const moving = () =>
  new AppError('SERVICE_UNAVAILABLE', 'This mailbox changes its domain, try again later', { retryAfterSeconds: 30 })

const badAddress = () => AppError.of('invalid_address', { path: 'to', message: 'Bad recipient address syntax' })

async function loadHost(deps: Deps, domain: DomainDoc): Promise<ReceivingHost | null> {
  const [owner, reports] = await Promise.all([
    findService(deps, domain.serviceId),
    reportedMails(deps, domain.serviceId),
  ])
  if (!owner) return null
  const makesCounted = domain.publicInbox || isWildcard(domain.hostname)
  const [isFull, refusesNew] = await Promise.all([
    isFullOfMessages(deps, owner),
    makesCounted ? firstMailRefusal(deps, owner) : null,
  ])
  const { _id, serviceId, hostname, publicInbox, state } = domain
  const retentionDays = retentionDaysOf(deps.plans, owner)
  return {
    domain: { _id, serviceId, hostname, publicInbox },
    retentionDays,
    isCounted: quotaOf(deps, owner, 'addresses') !== null,
    reports,
    state,
    isFull,
    refusesNew,
  }
}

async function loadAddress(deps: Deps, fullAddress: string): Promise<KnownAddress | null> {
  const address = await findAddressByName(deps, fullAddress)
  if (!address) return null
  const { _id: addressId, isLive, domainId, reversedHost } = address
  return { addressId, isLive, domainId, isUnderWildcard: reversedHost !== undefined }
}
