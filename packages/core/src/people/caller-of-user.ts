import type { Origin, UserCaller } from '../access/caller.ts'
import { briefCache } from '../caching/brief-cache.ts'
import type { Deps } from '../deps.ts'
import { findRoles, type UserRoles } from './memberships.ts'
import {
  claimProfileRequest,
  type Identity,
  releaseProfileRequest,
  upsertUserFromToken,
  upsertUserFromUserInfo,
} from './upsert-user.ts'
import type { UserDoc } from './user-model.ts'

type Profile = Pick<Identity, 'email' | 'isEmailVerified' | 'name'>

/** A user's call: its origin, and how to fetch what the token does not contain (null or an error: the provider did not answer). */
export interface UserCall {
  origin: Origin
  /**
   * Whether these roles, which may be 0.9 s old, are enough for the call: otherwise they are read anew, since the user may have created
   * or joined a service meanwhile, in another process too. Absent: they are.
   */
  isEnough?: (roles: UserRoles) => boolean
  fetchProfile?: () => Promise<Profile | null>
}

/** Turns a verified identity into a caller. @throws the driver's error when the database is away */
export type CallerOfUser = (identity: Identity, call: UserCall) => Promise<UserCaller>

interface KnownUser {
  user: UserDoc
  roles: UserRoles
}

/**
 * Makes the function of a process that turns identities into callers. A user is stored at their first call; roles are cached for 0.9 s.
 * Where the token has no verified e-mail address the provider is asked once a day.
 */
export function callerOfUser(deps: Deps): CallerOfUser {
  const requests = new Map<string, Promise<void>>()
  const users = briefCache<KnownUser>({
    clock: deps.clock,
    maxEntries: 10_000,
    load: async (key) => {
      const user = await upsertUserFromToken(deps, identityOf(key))
      return { user, roles: await findRoles(deps, user._id) }
    },
  })

  async function find(identity: Identity, isEnough: UserCall['isEnough'] = () => true): Promise<KnownUser> {
    const key = keyOf(identity)
    const known = await users.get(key)
    const found = known && isEnough(known.roles) ? known : await users.reload(key)
    if (!found) throw new Error('upserting a user returned none')
    return found
  }

  /** Simultaneous calls at a first login wait for one request; otherwise the later ones would have no address yet. */
  function updateProfile(
    userId: string,
    identity: Identity,
    fetchProfile: () => Promise<Profile | null>,
  ): Promise<void> {
    const running = requests.get(userId)
    if (running) return running
    const started = fetchAndStore(deps, { userId, identity, fetchProfile }).finally(() => {
      users.forget(keyOf(identity))
      requests.delete(userId)
    })
    requests.set(userId, started)
    return started
  }

  return async (identity, { origin, fetchProfile, isEnough }) => {
    let found = await find(identity, isEnough)
    if (!identity.isEmailVerified && fetchProfile && found.user.profileDueAt <= deps.clock.now()) {
      await updateProfile(found.user._id, identity, fetchProfile)
      found = await find(identity)
    }
    return toCaller(found, origin)
  }
}

const toCaller = ({ user, roles }: KnownUser, origin: Origin): UserCaller => ({
  kind: 'user',
  userId: user._id,
  email: user.email,
  roles,
  origin,
})

interface ProfileRequest {
  userId: string
  identity: Identity
  fetchProfile: () => Promise<Profile | null>
}

/** A provider that does not answer keeps no user out: the stored profile is used, and it is asked again in a minute. */
async function fetchAndStore(deps: Deps, { userId, identity, fetchProfile }: ProfileRequest): Promise<void> {
  if (!(await claimProfileRequest(deps, userId))) return
  const profile = await fetchProfile().catch(() => null)
  if (profile) await upsertUserFromUserInfo(deps, { ...identity, ...profile })
  else await releaseProfileRequest(deps, userId)
}

// All claims are part of the key, so that a new token with another e-mail address is not answered from the cache.
const keyOf = ({ iss, sub, email, isEmailVerified, name }: Identity) =>
  JSON.stringify([iss, sub, email, isEmailVerified, name])

function identityOf(key: string): Identity {
  const [iss, sub, email, isEmailVerified, name]: [string, string, string | null, boolean, string | null] =
    JSON.parse(key)
  return { iss, sub, email, isEmailVerified, name }
}
