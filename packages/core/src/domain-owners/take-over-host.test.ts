import { expect, test } from 'vitest'
import { startCoreWorld, userCaller } from '../../test/core-world.ts'
import { lapsedHost, lapsedHostname } from '../../test/lapsed-host.ts'
import { storedMessage } from '../../test/stored-message.ts'
import { createAddress } from '../addresses/create-address.ts'
import { recipientResolver } from '../addresses/resolve-recipient.ts'
import { findDomain, findReceivingDomain } from '../domains/find-domains.ts'
import { listAddresses } from '../messages/list-addresses.ts'
import { readMessage } from '../messages/read-message.ts'
import { listAuditLog } from '../services/list-audit-log.ts'
import { sweepMessages } from '../whole-service/sweep-messages.ts'
import { trustDomain } from './verify-domain.ts'

const taken = { code: 'CONFLICT', facts: { details: [{ code: 'domain_exists' }] } }
const lost = { code: 'UNPROCESSABLE_CONTENT', facts: { details: [{ code: 'domain_lost' }] } }

test('a host whose TXT record has been missing for 72 hours goes to the service that proves it, with nothing of the old one', async () => {
  await using world = await startCoreWorld()
  const { deps, operator, serviceId } = world
  const { holder, claim, answer, after, verify } = await lapsedHost(world)
  const message = await storedMessage({ ...world, domain: { id: holder.id, hostname: lapsedHostname } })
  const admin = userCaller(new Map([[claim.serviceId, 'admin']]))
  answer([claim.proof])
  for (let hours = 0; hours <= 84; hours += 12) await after(12)

  const verified = await verify(claim.id, admin)

  expect(verified).toMatchObject({ id: claim.id, state: 'verified' })
  expect(await findReceivingDomain(deps, lapsedHostname)).toMatchObject({ _id: claim.id })
  expect(await findDomain(deps, holder.id)).toMatchObject({ state: 'lost' })
  await expect(readMessage(deps, operator, message._id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  for (const id of [serviceId, claim.serviceId]) {
    expect((await listAddresses(deps, operator, { id, limit: 50 })).data).toEqual([])
  }
  const ours = await listAuditLog(deps, operator, { id: claim.serviceId, limit: 1 })
  expect(ours.data).toMatchObject([{ action: 'domain.verified', note: 'taken over', actor: { id: admin.userId } }])
  const theirs = await listAuditLog(deps, operator, { id: serviceId, action: 'domain.lost', limit: 50 })
  expect(theirs.data).toMatchObject([
    { target: { id: holder.id, name: lapsedHostname }, actor: { kind: 'system', id: null, name: null }, ip: null },
  ])
})

test('the sweep deletes the mail of a lost domain, and leaves that of the new one', async () => {
  await using world = await startCoreWorld()
  const { deps, operator, clock } = world
  const { holder, claim, answer, after, verify } = await lapsedHost(world)
  const old = await storedMessage({ ...world, domain: { id: holder.id, hostname: lapsedHostname } })
  answer([claim.proof])
  await after(24)
  await after(72)
  await verify(claim.id)
  const address = await createAddress(deps, operator, { id: claim.serviceId, domainId: claim.id, localPart: 'code' })

  clock.advance(61_000)
  while (await sweepMessages(deps));

  expect(await deps.db.collection<{ _id: string }>('messages').findOne({ _id: old._id })).toBeNull()
  const { data } = await listAddresses(deps, operator, { id: claim.serviceId, limit: 50 })
  expect(data.map(({ id }) => id)).toEqual([address.address.id])
  expect(await recipientResolver(deps)(`code@${lapsedHostname}`)).toMatchObject({ domain: { _id: claim.id } })
})

test('71 hours, a record that came back, and a look at which it is there keep the host', async () => {
  await using world = await startCoreWorld()
  const { holder, claim, answer, after, verify } = await lapsedHost(world)
  const both = [holder.proof, claim.proof]
  answer([claim.proof])
  await after(24)
  await after(71)
  await expect(verify(claim.id)).rejects.toMatchObject(taken)

  // The clock starts anew.
  answer(both)
  await after(12)
  answer([claim.proof])
  await after(24)
  await after(71)
  await expect(verify(claim.id)).rejects.toMatchObject(taken)

  await after(12)
  answer(both)
  await expect(verify(claim.id)).rejects.toMatchObject(taken)
  expect(await findReceivingDomain(world.deps, lapsedHostname)).toMatchObject({ _id: holder.id })
})

test('a DNS that does not answer never counts as missing', async () => {
  await using world = await startCoreWorld()
  const { holder, claim, answer, after, verify } = await lapsedHost(world)
  answer('timeout')
  for (let days = 0; days < 10; days += 1) await after(24)
  answer([claim.proof])

  await expect(verify(claim.id)).rejects.toMatchObject(taken)

  expect(await findReceivingDomain(world.deps, lapsedHostname)).toMatchObject({ _id: holder.id, state: 'verified' })
})

test('the claim itself needs its records, and the job takes nothing over', async () => {
  await using world = await startCoreWorld()
  const { holder, claim, answer, after, verify } = await lapsedHost(world)
  answer('nxdomain')
  for (let days = 0; days < 5; days += 1) await after(24)

  const unproven = await verify(claim.id)
  answer([claim.proof])
  for (let days = 0; days < 5; days += 1) await after(24)

  expect(unproven.state).toBe('pending')
  expect(await findReceivingDomain(world.deps, lapsedHostname)).toMatchObject({ _id: holder.id, state: 'failing' })
})

test('a domain that the operator trusts is never lost, however long its record is missing', async () => {
  await using world = await startCoreWorld()
  const { deps, operator } = world
  const { holder, claim, answer, after, verify } = await lapsedHost(world)
  await trustDomain(deps, operator, { id: holder.id, mxHost: 'mx.inlet.example' })
  answer([claim.proof])
  await verify(holder.id)
  await after(24)
  await after(100)

  await expect(verify(claim.id)).rejects.toMatchObject(taken)
})

test('of two services that take a host over at the same time one gets it', async () => {
  await using world = await startCoreWorld()
  const { claim, answer, after, verify, claimAgain } = await lapsedHost(world)
  const second = await claimAgain()
  answer([claim.proof, second.proof])
  await after(24)
  await after(72)

  const outcomes = await Promise.allSettled([verify(claim.id), verify(second.id)])

  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({ reason: taken })
  expect(await world.deps.db.collection('auditLog').countDocuments({ action: 'domain.lost' })).toBe(1)
})

test('a lost domain stays lost: no check, no trust and no new address bring it back', async () => {
  await using world = await startCoreWorld()
  const { deps, operator, serviceId: id } = world
  const { holder, claim, answer, after, verify } = await lapsedHost(world)
  answer([claim.proof])
  await after(24)
  await after(72)
  await verify(claim.id)
  answer([holder.proof, claim.proof])

  await after(100)
  await expect(verify(holder.id)).rejects.toMatchObject(lost)
  await expect(trustDomain(deps, operator, { id: holder.id, mxHost: 'mx.inlet.example' })).rejects.toMatchObject(lost)
  await expect(createAddress(deps, operator, { id, domainId: holder.id, localPart: 'a' })).rejects.toMatchObject(lost)

  expect(await findDomain(deps, holder.id)).toMatchObject({ state: 'lost', nextCheckAt: null })
  expect(await findReceivingDomain(deps, lapsedHostname)).toMatchObject({ _id: claim.id })
})
