import type { Role } from '@inlet/contract'
import { emptiedDatabase, type TestClock, testClock } from '@inlet/testkit'
import { ulid } from 'ulid'
import type { ApiKeyCaller, OperatorCaller, UserCaller } from '../src/access/caller.ts'
import { connectDatabase } from '../src/database/connect.ts'
import type { Deps } from '../src/deps.ts'
import { insertDomain } from '../src/domains/store-domain.ts'
import { type CallerOfUser, callerOfUser } from '../src/people/caller-of-user.ts'
import { acceptInvitation, listInvitations } from '../src/people/invitations.ts'
import type { Identity } from '../src/people/upsert-user.ts'
import { unlimitedPlans } from '../src/plans/plan-catalogue.ts'
import { processMemory } from '../src/process-memory.ts'
import { ensureCollections } from '../src/schema/ensure-collections.ts'
import { insertService } from '../src/services/manage-services.ts'

export interface CoreWorld extends AsyncDisposable {
  deps: Deps
  clock: TestClock
  serviceId: string
  /** Verified, of that service. */
  domain: { id: string; hostname: string }
  operator: OperatorCaller
  /** The dependencies of another process on the same database. */
  secondProcess(): Promise<Deps>
  /** A member of the service, of whom nothing is stored. */
  member(role: Role): UserCaller
  apiKey(serviceId?: string): ApiKeyCaller
}

const origin = { ip: '192.0.2.7', requestId: 'test-request' }

/** A database of its own with one service, for tests of use-cases. */
export async function startCoreWorld(): Promise<CoreWorld> {
  const database = await emptiedDatabase(ensureCollections)
  const clock = testClock()
  const opened: Deps[] = []
  const open = async () => {
    const db = await connectDatabase(database.uri)
    const newId = () => ulid(clock.now().getTime())
    const deps: Deps = { db, clock, newId, newMessageId: newId, plans: unlimitedPlans, ...processMemory(db) }
    opened.push(deps)
    return deps
  }
  const deps = await open()
  const { _id: serviceId } = await insertService(deps, { name: 'Acme' })
  const domain = await insertDomain(deps, { serviceId, hostname: 'mail.example', state: 'verified' })
  return {
    deps,
    clock,
    serviceId,
    domain: { id: domain._id, hostname: domain.hostname },
    operator: { kind: 'operator', name: 'root', origin: { ip: null, requestId: 'cli-request' } },
    secondProcess: open,
    member: (role) => userCaller(new Map([[serviceId, role]])),
    apiKey: (ownService = serviceId) => ({
      kind: 'apiKey',
      keyId: 'tests',
      serviceId: ownService,
      scope: 'admin',
      isLive: true,
    }),
    async [Symbol.asyncDispose]() {
      await Promise.all(opened.map(({ db }) => db.client.close()))
      await database[Symbol.asyncDispose]()
    },
  }
}

/** A user with these roles, of whom nothing is stored. */
export function userCaller(roles: Map<string, Role>): UserCaller {
  return { kind: 'user', userId: ulid(), email: 'member@people.example', roles, origin }
}

/** An identity with a verified address. */
export const identityOf = (name: string, more: Partial<Identity> = {}): Identity => ({
  iss: 'https://login.example',
  sub: name,
  email: `${name}@people.example`,
  isEmailVerified: true,
  name,
  ...more,
})

/** Logs a person in, in a process with empty caches. */
export function logIn(deps: Deps, identity: Identity, ...more: [Parameters<CallerOfUser>[1]['fetchProfile']?]) {
  const [fetchProfile] = more
  return callerOfUser(deps)(identity, { origin, ...(fetchProfile ? { fetchProfile } : {}) })
}

/** Logs a person in who accepts all their open invitations. */
export async function logInAndAccept(deps: Deps, identity: Identity): Promise<UserCaller> {
  const caller = await logIn(deps, identity)
  for (const { id } of await listInvitations(deps, caller)) await acceptInvitation(deps, caller, id)
  return await logIn(deps, identity)
}
