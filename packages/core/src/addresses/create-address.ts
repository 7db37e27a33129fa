import { AppError, type CreateAddressInput, type CreatedAddress, createdAddress } from '@inlet/contract'
import { recordAudit } from '../audit-log/record-audit.ts'
import { assertMay, type Caller, callerId, isLiveCaller } from '../caller.ts'
import { readBudgetMs } from '../database/connect.ts'
import { isDuplicateKey } from '../database/faults.ts'
import { inTransaction } from '../database/transaction.ts'
import type { Deps } from '../deps.ts'
import type { DomainDoc } from '../domains/domain-model.ts'
import { findDomain } from '../domains/find-domain.ts'
import { recordEvent } from '../events/record-event.ts'
import { finishIdempotent, type IdempotentRun, runIdempotent } from '../idempotency/run-idempotent.ts'
import { type AddressDoc, addressModel } from './address-model.ts'
import { hashInboxPassword } from './inbox-password.ts'
import { newAddress } from './new-address.ts'
import { randomLocalPart } from './random-local-part.ts'
import { toCreatedAddress } from './to-address.ts'

/** Enough that twelve random characters never run out of tries. */
const randomTries = 5

/** What a creation answers: the address, and whether it is the stored answer of an earlier call. */
export interface CreateAddressResult {
  address: CreatedAddress
  isReplay: boolean
}

/**
 * Makes an address on a domain of the caller's service, with its `address.created` event (specification section 4.1). Asks a user for the
 * role admin.
 * @throws NOT_FOUND no such domain; FORBIDDEN `wrong_service`; UNPROCESSABLE_CONTENT `domain_not_verified`, `idempotency_mismatch`;
 * CONFLICT `address_exists`, `idempotency_in_progress`
 */
export async function createAddress(
  deps: Deps,
  caller: Caller,
  input: CreateAddressInput,
): Promise<CreateAddressResult> {
  assertMay(caller, input.id, 'admin')
  const { idempotencyKey, ...body } = input
  if (idempotencyKey === undefined) return { address: await makeAddress(deps, caller, body), isReplay: false }

  const call = {
    callerId: callerId(caller),
    route: 'POST /services/:id/addresses',
    key: idempotencyKey,
    body,
    parseReply: (stored: unknown) => createdAddress.parse(stored),
  }
  const { reply, isReplay } = await runIdempotent(deps, call, (run) => makeAddress(deps, caller, { ...body, run }))
  return { address: reply, isReplay }
}

type AddressWish = Omit<CreateAddressInput, 'idempotencyKey'> & { run?: IdempotentRun }

async function makeAddress(deps: Deps, caller: Caller, wish: AddressWish): Promise<CreatedAddress> {
  const domain = await findDomainFor(deps, wish)
  if (domain.state === 'pending') {
    throw AppError.of('domain_not_verified')
  }

  const passwordHash = wish.password === undefined ? null : await hashInboxPassword(wish.password)
  const isRandom = !wish.localPart
  for (let tries = isRandom ? randomTries : 1; tries > 0; tries -= 1) {
    const address = newAddress(deps, {
      id: wish.run?.reservedId ?? deps.newId(),
      domain,
      localPart: wish.localPart || randomLocalPart(),
      owner: 'service',
      isLive: isLiveCaller(caller),
      passwordHash,
    })
    const stored = await storeAddress(deps, address, { caller, run: wish.run })
    if (stored) return toCreatedAddress(stored)
  }
  if (isRandom) throw new AppError('INTERNAL_SERVER_ERROR', 'No free address found')
  throw AppError.of('address_exists')
}

/** A domain of another service is refused to everybody, at home in both or in one. */
async function findDomainFor(deps: Deps, wish: AddressWish): Promise<DomainDoc> {
  const domain = await findDomain(deps, wish.domainId)
  if (!domain) throw AppError.of('domain_not_found')
  if (domain.serviceId === wish.id) return domain
  throw AppError.of('wrong_service', { path: 'domainId', message: 'This domain belongs to another service' })
}

/** Writes address, event and idempotent answer as one; null where the full address is taken. */
async function storeAddress(
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
    return address
  } catch (error) {
    // An earlier try under the same idempotency key got this far and died before it could answer.
    if (run && isDuplicateKey(error, '_id'))
      return addressModel.in(deps.db).findOne({ _id: address._id }, { maxTimeMS: readBudgetMs })
    if (isDuplicateKey(error, 'fullAddress')) return null
    throw error
  }
}
