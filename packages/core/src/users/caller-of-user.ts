import { briefCache } from '../caching/brief-cache.ts'
import type { Origin, UserCaller } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { findMemberships, type Memberships } from '../members/find-memberships.ts'
import { joinServices } from '../members/join-services.ts'
import { claimProfile, releaseProfile } from './claim-profile.ts'
import { type Identity, seeProfile, seeUser } from './see-user.ts'
import type { UserDoc } from './user-model.ts'

type Profile = Pick<Identity, 'email' | 'isEmailVerified' | 'name'>

/** A call as it reaches us: where from, and how to ask the provider for what its token does not tell (null or a fault: no answer). */
export interface UserCall {
  origin: Origin
  fetchProfile?: () => Promise<Profile | null>
}

/** Turns a verified identity into a caller. @throws the driver's error when the database is away */
export type CallerOfUser = (identity: Identity, call: UserCall) => Promise<UserCaller>

interface KnownUser extends Memberships {
  user: UserDoc
}

/**
 * Makes a process's way from identities to callers. A user is made at their first call, and invitations to their verified e-mail
 * address become theirs; roles are believed for 0.9 s. Where the tokens carry no e-mail address, or one that is not verified, the
 * provider is asked once a day.
 */
export function callerOfUser(deps: Deps): CallerOfUser {
  const asking = new Map<string, Promise<void>>()
  const known = briefCache<KnownUser>({
    clock: deps.clock,
    maxEntries: 10_000,
    load: async (key) => {
      const user = await seeUser(deps, identityOf(key))
      return { user, ...(await findMemberships(deps, user)) }
    },
  })

  async function find(identity: Identity): Promise<KnownUser> {
    const found = await known.get(keyOf(identity))
    if (!found) throw new Error('A user who was just seen is not there')
    return found
  }

  /** Calls that come together at a first login wait for the same answer, or the later ones would know of no service. */
  function ask(userId: string, identity: Identity, fetchProfile: () => Promise<Profile | null>): Promise<void> {
    const running = asking.get(userId)
    if (running) return running
    const started = askProvider(deps, { userId, identity, fetchProfile }).finally(() => {
      known.forget(keyOf(identity))
      asking.delete(userId)
    })
    asking.set(userId, started)
    return started
  }

  return async (identity, { origin, fetchProfile }) => {
    let found = await find(identity)
    if (!identity.isEmailVerified && fetchProfile && found.user.profileDueAt <= deps.clock.now()) {
      await ask(found.user._id, identity, fetchProfile)
      found = await find(identity)
    }
    const caller = asCaller(found, origin)
    if (found.invitations.length === 0) return caller

    await joinServices(deps, caller, found.invitations)
    known.forget(keyOf(identity))
    return asCaller(await find(identity), origin)
  }
}

const asCaller = ({ user, roles }: KnownUser, origin: Origin): UserCaller => ({
  kind: 'user',
  userId: user._id,
  email: user.email,
  roles,
  origin,
})

interface Question {
  userId: string
  identity: Identity
  fetchProfile: () => Promise<Profile | null>
}

/** A provider that does not answer keeps nobody out: what is known of the user has to do, and it is asked again in a minute. */
async function askProvider(deps: Deps, { userId, identity, fetchProfile }: Question): Promise<void> {
  if (!(await claimProfile(deps, userId))) return
  const profile = await fetchProfile().catch(() => null)
  if (profile) await seeProfile(deps, { ...identity, ...profile })
  else await releaseProfile(deps, userId)
}

// What was told is part of the key, so that a new token with another e-mail address is looked at anew.
const keyOf = ({ iss, sub, email, isEmailVerified, name }: Identity) =>
  JSON.stringify([iss, sub, email, isEmailVerified, name])

function identityOf(key: string): Identity {
  const [iss, sub, email, isEmailVerified, name]: [string, string, string | null, boolean, string | null] =
    JSON.parse(key)
  return { iss, sub, email, isEmailVerified, name }
}
