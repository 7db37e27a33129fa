import { insertDomain } from '@inlet/core'
import { absentId, endpoints } from './endpoints.ts'
import { person } from './people.ts'
import { type Inbox, inhabit, userEndpoints } from './user-endpoints.ts'
import { type Answer, type Call, startWorld, type World } from './world.ts'

type Ask = (how?: Call) => Promise<Answer>

/** An operation, as the contract's test calls it: with whom it serves, and with what it refuses. */
export interface StagedOperation {
  operationId: string
  /** Whether API keys may call it. */
  takesKeys: boolean
  /** A call that is served, with a credential that fits. */
  good: Ask
  /** The same with input that breaks the schema, for another tenant's record, for one that is nowhere; null where there is no such thing. */
  bad: Ask | null
  foreign: Ask | null
  absent: Ask | null
}

/** A world with what each operation asks for in it, both tenants' and with people of every kind. */
export interface Stage {
  world: World
  /** The tenant's inbox. */
  own: Inbox
  operations: Map<string, StagedOperation>
  /** Access tokens. */
  viewer: string
  owner: string
  /** Who owns the other tenant. */
  strangerOwner: string
  /** On a pending domain of the tenant. */
  pendingDomainId: string
}

/** Sets the stage. Calls of `good` must come in the order of `operations`: the last ones delete what the others ask for. */
export async function startStage(settings: Record<string, string> = {}, databaseUri?: string): Promise<Stage> {
  const world = await startWorld({
    settings: { INLET_ROLE: 'http', ...settings },
    ...(databaseUri && { databaseUri }),
  })
  const { tenant, stranger, deps } = world
  const [own, foreign] = [await inhabit(world), await inhabit(world, stranger)]
  const owner = (await person(world, { role: 'owner' })).token
  const strangerOwner = (await person(world, { role: 'owner', tenant: stranger })).token
  const viewer = (await person(world, { role: 'viewer' })).token
  const pending = await insertDomain(deps, {
    serviceId: tenant.serviceId,
    hostname: 'pending.example',
    state: 'pending',
  })

  const byKey = await endpoints(world, { own: own.messageId, foreign: foreign.messageId })
  const byUser = userEndpoints(world, own, foreign)
  const withToken =
    (ask: Ask): Ask =>
    (how) =>
      ask({ token: owner, ...how })
  const ofService: Ask = (how) => world.call(`/v1/services/${absentId}/addresses`, { token: owner, ...how })
  const operations: StagedOperation[] = [
    ...byKey.map(({ name, good, bad, foreign, absent }) => ({
      operationId: name,
      takesKeys: true,
      good,
      bad,
      foreign,
      // To a key a service that is nowhere is another's; to a user it is not there.
      absent: absent ?? ofService,
    })),
    ...byUser.map(({ name, good, others }) => ({
      operationId: name,
      takesKeys: false,
      good: withToken(good),
      bad: others && withToken(others.bad),
      foreign: others && withToken(others.foreign),
      absent: others && withToken(others.absent),
    })),
  ]
  return {
    world,
    own,
    operations: new Map(operations.map((each) => [each.operationId, each])),
    viewer,
    owner,
    strangerOwner,
    pendingDomainId: pending._id,
  }
}
