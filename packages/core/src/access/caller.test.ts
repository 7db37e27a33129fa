import { type Role, roles } from '@inlet/contract'
import { expect, test } from 'vitest'
import {
  type ApiKeyCaller,
  assertMay,
  type OperatorCaller,
  permitted,
  type UserCaller,
  type VisitorCaller,
} from './caller.ts'

const origin = { ip: null, requestId: 'r' }
const key: ApiKeyCaller = { kind: 'apiKey', keyId: 'k', serviceId: 'mine', scope: 'read', isLive: true }
const operator: OperatorCaller = { kind: 'operator', name: 'root', origin }
const userWith = (role: Role): UserCaller => ({
  kind: 'user',
  userId: 'u',
  email: null,
  roles: new Map([['mine', role]]),
  origin,
})
const mine = { serviceId: 'mine' }
const foreign = { serviceId: 'foreign' }
const need = { role: 'viewer', noun: 'address' } as const

function errorOf(attempt: () => unknown): unknown {
  try {
    attempt()
    return null
  } catch (error) {
    return error
  }
}

test('each role may do what the smaller ones may, and nothing that needs a greater one', () => {
  const allowed = roles.map((held) =>
    roles.filter((role) => errorOf(() => permitted(userWith(held), mine, { role, noun: 'address' })) === null),
  )

  expect(allowed).toEqual([['viewer'], ['viewer', 'admin'], ['viewer', 'admin', 'owner']])
})

test('a role that is too small is FORBIDDEN insufficient_role, with the role that is needed', () => {
  expect(errorOf(() => assertMay(userWith('viewer'), 'mine', 'owner'))).toMatchObject({
    code: 'FORBIDDEN',
    message: 'This needs the role owner in the service',
    facts: { details: [{ code: 'insufficient_role' }] },
  })
})

test('to a user a record of another service gives the same error as an absent one', () => {
  const user = userWith('owner')

  const [absent, hidden] = [null, foreign].map((found) => errorOf(() => permitted(user, found, need)))

  expect(hidden).toMatchObject({ code: 'NOT_FOUND', message: 'No such address', facts: {} })
  expect(hidden).toEqual(absent)
})

test('a key is bound to its service, and gets different errors for an absent record and one of another service', () => {
  expect(permitted(key, mine, { role: 'owner', noun: 'address' })).toBe(mine)
  expect(errorOf(() => permitted(key, null, need))).toMatchObject({ code: 'NOT_FOUND' })
  expect(errorOf(() => permitted(key, foreign, need))).toMatchObject({
    code: 'FORBIDDEN',
    facts: { details: [{ code: 'wrong_service' }] },
  })
})

test('the operator may use every service, and an absent record is NOT_FOUND', () => {
  expect(permitted(operator, foreign, { role: 'owner', noun: 'address' })).toBe(foreign)
  expect(errorOf(() => permitted(operator, null, need))).toMatchObject({ code: 'NOT_FOUND' })
})

test('a visitor whose inbox got a password meanwhile, or another one, is asked for it', () => {
  const asked = (before: string | null) => {
    const inbox = { id: 'a', owner: 'none', passwordHash: before, expiresAt: new Date() } as const
    const ofInbox = { serviceId: 'mine', domainId: 'd', fullAddress: 'code@mail.example' }
    const visitor: VisitorCaller = { kind: 'visitor', client: '192.0.2.1', session: 'missing', inbox, ...ofInbox }
    return errorOf(() => permitted(visitor, { ...ofInbox, passwordHash: 'new' }, need))
  }

  expect(asked(null)).toMatchObject({ facts: { details: [{ code: 'inbox_password_required' }] } })
  expect(asked('old')).toMatchObject({ facts: { details: [{ code: 'inbox_password_invalid' }] } })
  expect(asked('new')).toBeNull()
})
