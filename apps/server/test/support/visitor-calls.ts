import { example } from '@inlet/contract'
import { operations } from './contract-document.ts'
import type { PreparedOperation } from './prepared-world.ts'
import {
  askAsVisitor,
  generate,
  inboxPassword,
  lockPassword,
  protectedAddress,
  receive,
  setLock,
  setLogo,
  type VisitedAddress,
  visitorHeadersOf,
} from './visits.ts'
import type { Answer, Call, World } from './world.ts'

/** What visitors meet in a prepared world. */
export interface Visits {
  /** A visitor's own inbox, with a message that `good` reads or deletes. */
  own: VisitedAddress
  messageId: string
  /** An inbox of the service with `inboxPassword`. */
  protectedAddress: string
  /** A host whose service is locked with `lockPassword`. */
  lockedHost: string
  /** The path of the service's logo, below `/v1/public`. */
  logo: string
}

/** Makes what visitors meet: the other tenant's service is locked. `suffix` makes its addresses others than those of an earlier call. */
export async function prepareVisits(world: World, { suffix = '', client = '' } = {}): Promise<Visits> {
  const own = await generate(world, `visited${suffix}`, client === '' ? {} : { 'x-forwarded-for': client })
  const [messageId = ''] = await receive(world, own.full, 'Hello')
  await setLock(world, { enabled: true, password: lockPassword }, world.stranger)
  return {
    own,
    messageId,
    protectedAddress: await protectedAddress(world, `protected${suffix}`, inboxPassword),
    lockedHost: world.stranger.publicDomain.hostname,
    logo: await setLogo(world),
  }
}

interface VisitorCall {
  /** The folder of the tests that are its own. */
  folder: string
  /** A call to another inbox than the visitor's own, where the operation has one; by its path below `/v1/public`. */
  inInbox?: (full: string, messageId: string) => string
  /** A call to a host. */
  path?: (visits: Visits) => string
  body?: (visits: Visits) => unknown
  /** Makes the input break the schema. */
  bad: (visits: Visits) => { path?: string; body?: unknown }
  /** Asks for what is not there. */
  absent: (visits: Visits) => { path?: string; body?: unknown }
}

const absentId = '01JD3Q7Z5V8XK2M4N6P8R0T2W4'
const absentHost = 'nothing.example'
const absentInbox = `code@${absentHost}`

/** How each operation for visitors is called; those that delete come last. */
export const visitorCalls: Record<string, VisitorCall> = {
  generatePublicAddress: {
    folder: 'public-generate',
    path: () => '/inbox/generate',
    body: ({ own }) => ({ hostname: own.hostname }),
    bad: ({ own }) => ({ body: { hostname: own.hostname, localPart: 'A B' } }),
    absent: () => ({ body: { hostname: absentHost } }),
  },
  readPublicInbox: {
    folder: 'public-inbox-get',
    inInbox: (full) => `/inbox/${full}`,
    bad: ({ own }) => ({ path: `/inbox/${own.full}?limit=0` }),
    absent: () => ({ path: `/inbox/${absentInbox}` }),
  },
  readPublicMessage: {
    folder: 'public-message-get',
    inInbox: (full, messageId) => `/inbox/${full}/messages/${messageId}`,
    bad: ({ own }) => ({ path: `/inbox/${own.full}/messages/x` }),
    absent: ({ own }) => ({ path: `/inbox/${own.full}/messages/${absentId}` }),
  },
  unlockService: {
    folder: 'public-unlock',
    path: () => '/unlock',
    body: ({ lockedHost }) => ({ host: lockedHost, password: lockPassword }),
    bad: ({ lockedHost }) => ({ body: { host: lockedHost } }),
    absent: () => ({ body: { host: absentHost, password: lockPassword } }),
  },
  readUnlockStatus: {
    folder: 'public-unlock-status',
    path: ({ lockedHost }) => `/unlock-status?host=${lockedHost}&token=x`,
    bad: ({ lockedHost }) => ({ path: `/unlock-status?host=${lockedHost}` }),
    absent: () => ({ path: `/unlock-status?host=${absentHost}&token=x` }),
  },
  readDomainInfo: {
    folder: 'public-domain-info',
    path: ({ own }) => `/domain-info?host=${own.hostname}`,
    bad: () => ({ path: '/domain-info?host=' }),
    absent: () => ({ path: `/domain-info?host=${absentHost}` }),
  },
  readLogo: {
    folder: 'public-logo',
    path: ({ logo }) => logo,
    bad: () => ({ path: '/logos/x' }),
    absent: () => ({ path: `/logos/${example.logoDigest}` }),
  },
  readPlatformDomainAllowed: {
    folder: 'public-domain-allowed',
    path: ({ own }) => `/platform-domain-allowed?domain=${own.hostname}`,
    bad: () => ({ path: '/platform-domain-allowed' }),
    absent: () => ({ path: `/platform-domain-allowed?domain=${absentHost}` }),
  },
  extendPublicAddress: {
    folder: 'public-inbox-extend',
    inInbox: (full) => `/inbox/${full}/extend`,
    body: () => ({ extraSeconds: 600 }),
    bad: () => ({ body: { extraSeconds: 59 } }),
    absent: ({ own }) => ({ path: `/inbox/absent@${own.hostname}/extend` }),
  },
  deletePublicMessage: {
    folder: 'public-message-delete',
    inInbox: (full, messageId) => `/inbox/${full}/messages/${messageId}`,
    bad: ({ own }) => ({ path: `/inbox/${own.full}/messages/x` }),
    absent: ({ own }) => ({ path: `/inbox/${own.full}/messages/${absentId}` }),
  },
  clearPublicInbox: {
    folder: 'public-inbox-clear',
    inInbox: (full) => `/inbox/${full}`,
    bad: () => ({ path: '/inbox/code' }),
    absent: () => ({ path: `/inbox/${absentInbox}` }),
  },
}

/** An operation for visitors in a prepared world. */
export interface PreparedVisitorOperation extends PreparedOperation {
  kind: 'visitor'
  /** The same call to another inbox; null where an operation is about none. */
  inInbox: ((full: string, how?: Call) => Promise<Answer>) | null
  needsSession: boolean
}

/** The operations for visitors, each with its calls. */
export function prepareVisitorOperations(world: World, visits: Visits): PreparedVisitorOperation[] {
  return Object.entries(visitorCalls).map(([operationId, { inInbox, path, body, bad, absent }]) => {
    const method = operations.find((each) => each.operationId === operationId)?.method ?? ''
    const { own, messageId } = visits
    const target = inInbox?.(own.full, messageId) ?? path?.(visits) ?? ''
    const headers = visitorHeadersOf({ session: own.sessionToken })
    const ask =
      (changes: { path?: string; body?: unknown } = {}) =>
      (how: Call = {}) =>
        askAsVisitor(world, changes.path ?? target, {
          method,
          ...(body && how.rawBody === undefined ? { body: changes.body ?? body(visits) } : {}),
          ...how,
          headers: { ...headers, ...how.headers },
        })
    return {
      kind: 'visitor',
      operationId,
      method,
      scope: null,
      good: ask(),
      others: { bad: ask(bad(visits)), foreign: ask(absent(visits)), absent: ask(absent(visits)) },
      inInbox: inInbox
        ? (full, how = {}) =>
            askAsVisitor(world, inInbox(full, absentId), { method, ...(body ? { body: body(visits) } : {}), ...how })
        : null,
      needsSession: inInbox !== undefined && method !== 'GET',
    }
  })
}
