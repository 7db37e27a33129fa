import {
  AppError,
  type CreateAddressInput,
  type CreatedAddress,
  createdAddress,
  foldHostname,
  isWildcard,
} from '@inlet/contract'
import { assertMay, type Caller, callerId, isLiveCaller } from '../access/caller.ts'
import { hashVisitorPassword } from '../access/visitor-password.ts'
import { recordAudit } from '../audit-log/record-audit.ts'
import { tally } from '../billing/usage-tally.ts'
import { readBudgetMs } from '../database/connect.ts'
import { isDuplicateKey } from '../database/errors.ts'
import { inTransaction } from '../database/transaction.ts'
import type { Deps } from '../deps.ts'
import type { DomainDoc } from '../domains/domain-model.ts'
import { findDomain, findReceivingDomain } from '../domains/find-domains.ts'
import { finishIdempotent, type IdempotentRun, runIdempotent } from '../idempotency/run-idempotent.ts'
import { findService } from '../services/find-services.ts'
import { recordEvent } from '../webhooks/stored-events.ts'
import { type AddressDoc, addressModel, toCreatedAddress } from './address-model.ts'
import { insertWithinPlan } from './address-quota.ts'
import { insertUnder, newAddress } from './new-address.ts'

/** The address, and whether it is the stored reply of an earlier call under the same idempotency key. */
export interface CreateAddressResult {
  address: CreatedAddress
  isReplay: boolean
}

/**
 * Creates an address on a domain of the caller's service, with its `address.created` event (specification section 4.1). A user needs the
 * role admin.
 * @throws NOT_FOUND no such domain; BAD_REQUEST `invalid_hostname`; FORBIDDEN `wrong_service`; UNPROCESSABLE_CONTENT `domain_not_verified`, `domain_lost`, `hostname_required`,
 * `hostname_not_covered`, `idempotency_mismatch`;
 * CONFLICT `address_exists`, `idempotency_in_progress`; PAYMENT_REQUIRED `quota_exceeded`
 */
export async function createAddress(
  deps: Deps,
  caller: Caller,
  input: CreateAddressInput,
): Promise<CreateAddressResult> {
  assertMay(caller, input.id, 'admin')
  const { idempotencyKey, ...body } = input
  if (idempotencyKey === undefined) return { address: await createOnce(deps, caller, body), isReplay: false }

  const call = {
    callerId: callerId(caller),
    route: 'POST /services/:id/addresses',
    key: idempotencyKey,
    body,
    parseReply: (stored: unknown) => createdAddress.parse(stored),
  }
  const { reply, isReplay } = await runIdempotent(deps, call, (run) => createOnce(deps, caller, { ...body, run }))
  return { address: reply, isReplay }
}

type AddressRequest = Omit<CreateAddressInput, 'idempotencyKey'> & { run?: IdempotentRun }

async function createOnce(deps: Deps, caller: Caller, request: AddressRequest): Promise<CreatedAddress> {
  const [domain, service] = await Promise.all([findDomainFor(deps, request), findService(deps, request.id)])
  if (!service) throw new AppError('NOT_FOUND', 'No such service')
  if (domain.state === 'lost') throw AppError.of('domain_lost', { path: 'domainId' })
  if (domain.state === 'pending') throw AppError.of('domain_not_verified')

  const { id: serviceId, password } = request
  const passwordHash = password === undefined ? null : await hashVisitorPassword(deps, serviceId, password)
  const hostname = await hostFor(deps, domain, request.hostname)
  return await insertUnder(request.localPart, async (localPart) => {
    const address = newAddress(deps, {
      id: request.run?.reservedId ?? deps.newId(),
      domain,
      hostname,
      localPart,
      owner: 'service',
      isLive: isLiveCaller(caller),
      passwordHash,
    })
    const insert = () => insertAddress(deps, address, { caller, run: request.run })
    const stored = await insertWithinPlan(deps, { service, id: address._id, isByVisitor: false }, insert)
    return stored && toCreatedAddress(stored)
  })
}

/** A domain of another service is refused even to a user who is a member of both. */
async function findDomainFor(deps: Deps, request: AddressRequest): Promise<DomainDoc> {
  const domain = await findDomain(deps, request.domainId)
  if (!domain) throw AppError.of('domain_not_found')
  if (domain.serviceId === request.id) return domain
  throw AppError.of('wrong_service', { path: 'domainId', message: 'This domain belongs to another service' })
}

/** The host of a new address on a domain, folded. Only a wildcard asks for one: other domains ignored the field before there were wildcards. */
async function hostFor(deps: Deps, domain: DomainDoc, written: string | undefined): Promise<string> {
  if (!isWildcard(domain.hostname)) return domain.hostname
  if (written === undefined) throw AppError.of('hostname_required')

  const hostname = foldHostname(written)
  if (hostname === null) throw AppError.of('invalid_hostname')
  // A domain of that name, or a longer wildcard, receives its mail.
  if ((await findReceivingDomain(deps, hostname))?._id !== domain._id) throw AppError.of('hostname_not_covered')
  return hostname
}

/** Writes address, event, audit entry and idempotent reply in one transaction; null where the full address is taken. */
async function insertAddress(
  deps: Deps,
  address: AddressDoc,
  { caller, run }: { caller: Caller; run: IdempotentRun | undefined },
): Promise<AddressDoc | null> {
  const reply = toCreatedAddress(address)
  try {
    await inTransaction(deps.db, async (tx) => {
      await addressModel.in(deps.db).insertOne(address, { session: tx })
      await recordEvent(deps, tx, {
        type: 'address.created',
        serviceId: address.serviceId,
        isLive: address.isLive,
        data: { ...reply, serviceId: address.serviceId },
      })
      const target = { kind: 'address', id: address._id, name: address.fullAddress } as const
      await recordAudit(deps, tx, { caller, serviceId: address.serviceId, action: 'address.created', target })
      if (run) await finishIdempotent(deps, tx, { run, reply })
    })
    const { serviceId, isLive } = address
    tally(deps, { serviceId, field: 'addressesCreated', isLive })
    return address
  } catch (error) {
    // An earlier attempt under the same idempotency key committed and crashed before it replied.
    if (run && isDuplicateKey(error, '_id'))
      return addressModel.in(deps.db).findOne({ _id: address._id }, { maxTimeMS: readBudgetMs })
    if (isDuplicateKey(error, 'fullAddress')) return null
    throw error
  }
}
