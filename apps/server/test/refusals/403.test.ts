import type { Document } from 'mongodb'
import { describe, expect, test } from 'vitest'
import { operations } from '../support/contract-document.ts'
import '../support/match-error.ts'
import { operationCalls } from '../support/prepared-world.ts'
import { callsOf, keyAndUserOperations, type OperationWorld, sharedWorld } from './operation-world.ts'

const startFor = sharedWorld()

// Credentials that are valid and not enough.
describe.each(keyAndUserOperations)('%s', (operationId) => {
  const prepared = startFor(operationId)
  const { scope, names } = operationCalls[operationId] ?? {}
  const isChange = operations.some((each) => each.operationId === operationId && each.method !== 'GET')

  if (scope === null) testKeyNotAllowed(prepared)
  else testForeignRecord(prepared)
  if (scope === 'write') testSmallScope(prepared)
  if (names === 'serviceId') testForeignService(prepared)
  if (isChange) testSmallRole(prepared)
})

function testKeyNotAllowed(prepared: () => OperationWorld): void {
  test('an API key of any scope is 403, whatever the call asks for and whatever token comes with it', async () => {
    const { world, owner, own, operation } = prepared()

    for (const key of Object.values(world.keys)) {
      for (const ask of callsOf(operation)) {
        expect(await ask({ key })).toMatchError(403, 'FORBIDDEN', 'api_key_not_allowed')
        expect(await ask({ key, token: owner })).toMatchError(403, 'FORBIDDEN', 'api_key_not_allowed')
      }
    }
    expect(await world.messagesOf(own.address.fullAddress)).toMatchObject([{ id: own.messageId }])
  })
}

function testForeignRecord(prepared: () => OperationWorld): void {
  test("another service's record is 403 for a key of any scope, and stays unread", async () => {
    const { world, foreign, operation } = prepared()
    const { read, write, admin } = world.keys

    for (const key of operation.scope === 'read' ? [read, write, admin] : [write, admin]) {
      expect(await operation.others?.foreign({ key })).toMatchError(403, 'FORBIDDEN', 'wrong_service')
    }
    expect(await world.messagesOf(foreign.address.fullAddress)).toMatchObject([{ isRead: false }])
  })
}

function testSmallScope(prepared: () => OperationWorld): void {
  test('a key whose scope is too small is 403 before anything else is looked at', async () => {
    const { world, operation } = prepared()
    const key = world.keys.read
    const notJson = { key, rawBody: '{', headers: { 'content-type': 'text/plain' } }
    const before = await addressesOf(prepared())

    for (const ask of callsOf(operation)) {
      expect(await ask({ key })).toMatchError(403, 'FORBIDDEN', 'insufficient_scope')
    }
    expect(await operation.good(notJson)).toMatchError(403, 'FORBIDDEN', 'insufficient_scope')
    await expectNothingChanged(prepared(), before)
  })
}

function testForeignService(prepared: () => OperationWorld): void {
  test("a service that is not the key's is 403, also where its id is malformed or the input bad", async () => {
    const { world, operation } = prepared()
    const { tenant, stranger, deps } = world
    const foreign = [stranger.serviceId, stranger.serviceId.toLowerCase(), tenant.serviceId.toLowerCase(), deps.newId()]
    const badBody = { method: 'POST', rawBody: '{', headers: { 'content-type': 'application/json' } }
    const ask = (id: string) =>
      operation.method === 'POST'
        ? world.call(`/v1/services/${id}/addresses`, badBody)
        : world.call(`/v1/services/${id}/addresses?limit=0`)

    for (const id of [...foreign, 'x', '1', '%20', '..%2F..']) {
      expect(await ask(id), id).toMatchError(403, 'FORBIDDEN', 'wrong_service')
    }
  })
}

function testSmallRole(prepared: () => OperationWorld): void {
  test('a user of role viewer is 403, and nothing changes', async () => {
    const { viewer, operation } = prepared()
    const before = await addressesOf(prepared())

    expect(await operation.good({ token: viewer })).toMatchError(403, 'FORBIDDEN', 'insufficient_role')
    await expectNothingChanged(prepared(), before)
  })
}

/** All addresses as they are stored, with `expiresAt`. */
const addressesOf = ({ world }: OperationWorld) =>
  world.deps.db.collection('addresses').find().sort({ _id: 1 }).toArray()

async function expectNothingChanged(prepared: OperationWorld, before: Document[]): Promise<void> {
  const { world, own } = prepared
  expect(await addressesOf(prepared)).toEqual(before)
  expect(await world.messagesOf(own.address.fullAddress)).toMatchObject([{ id: own.messageId }])
}
