import { fileURLToPath } from 'node:url'
import type { PreparedOperation, PreparedWorld } from '../support/prepared-world.ts'

const hooks = fileURLToPath(new URL('hooks.py', import.meta.url))

/** Who calls in a pass: its credential, and the operations that take it. */
export interface Pass {
  name: string
  /** How it authenticates, as settings. */
  auth: string
  operationIds: string[]
  isOfVisitors: boolean
}

/** The users of a pass, as Web Fuzzing Commons has them: neither may see what is the other's. */
export const usersOf = ({ owner, strangerOwner }: PreparedWorld): string =>
  JSON.stringify({
    auth: Object.entries({ owner, stranger: strangerOwner }).map(([name, token]) => ({
      name,
      fixedHeaders: [{ name: 'Authorization', value: `Bearer ${token}` }],
    })),
  })

/** The passes, since operations take one of two credentials or none: as an API key, as a user, who is in the file `users`, as a visitor. */
export function passesOf({ world }: PreparedWorld, all: PreparedOperation[], users: string): Pass[] {
  const idsOf = (some: PreparedOperation[]) => some.map(({ operationId }) => operationId)
  return [
    {
      name: 'with an API key',
      auth: `openapi.apiKey = { api_key = ${quoted(world.keys.write)} }`,
      operationIds: idsOf(all.filter(({ scope }) => scope !== null)),
      isOfVisitors: false,
    },
    {
      name: 'as a user',
      auth: `wfc = { path = ${quoted(users)}, user = "owner", peers = ["owner", "stranger"] }`,
      operationIds: idsOf(all.filter(({ kind }) => kind !== 'visitor')),
      isOfVisitors: false,
    },
    {
      name: 'as a visitor',
      auth: '',
      operationIds: idsOf(all.filter(({ kind }) => kind === 'visitor')),
      isOfVisitors: true,
    },
  ]
}

/** What there is to be asked for, so that calls meet more than 404. */
export interface Seeds {
  /** Of any noun: a path's `{id}` is one of them. */
  ids: string[]
  domainIds: string[]
  /** Of members. */
  userIds: string[]
  inboxes: string[]
  messageIds: string[]
  /** What visitors ask for. */
  hosts: string[]
  /** To be unlocked. */
  lockedHost: string
  visitedInboxes: string[]
  visitedIds: string[]
}

/** The other ones report that many calls were refused, as most calls are that are meant to be. */
const seriousWarnings = [
  'missing_auth',
  'missing_deserializer',
  'unused_openapi_auth',
  'unsupported_regex',
  'method_not_allowed',
  'unmatched_filter',
  'unresolvable_reference',
  'dictionary_mismatch',
]

/**
 * schemathesis's settings for a pass, as TOML. All its checks are on; where one of them cannot hold, its hooks say exactly that
 * (docs/decisions/0011-one-contract.md).
 */
export function settingsOf({ auth, isOfVisitors }: Pass, seeds: Seeds, baseUrl: string): string {
  return `
base-url = ${quoted(`${baseUrl}/v1`)}
request-timeout = 20
continue-on-failure = true
cache.enabled = false
hooks = ${quoted(hooks)}
generation.database = "none"
warnings = { display = ${list(seriousWarnings)}, fail-on = ${list(seriousWarnings)} }

[auth]
${auth}

[dictionaries]
ids.values = ${list(seeds.ids)}
userIds.values = ${list(seeds.userIds)}
domains.values = ${list(seeds.domainIds)}
inboxes.values = ${list(isOfVisitors ? seeds.visitedInboxes : seeds.inboxes)}
messages.values = ${list(isOfVisitors ? seeds.visitedIds : seeds.messageIds)}
hosts.values = ${list(seeds.hosts)}
lockedHosts.values = ${list([seeds.lockedHost])}
cursors.values = [""]

[parameters]
"path.id" = { dictionary = "ids", probability = 0.9 }
"path.userId" = { dictionary = "userIds", probability = 0.9 }
"path.address" = { dictionary = "inboxes", probability = 0.9 }
"path.messageId" = { dictionary = "messages", probability = 0.9 }
"query.host" = { dictionary = "hosts", probability = 0.8 }
"query.domain" = { dictionary = "hosts", probability = 0.8 }
"body.host" = { dictionary = "lockedHosts", probability = 0.8 }
"body.hostname" = { dictionary = "hosts", probability = 0.8 }
"body.domainId" = { dictionary = "domains", probability = 0.8 }
"query.after" = { dictionary = "messages", probability = 0.3 }
# The empty cursor is every list's; most others would be 400 and lead no further.
"query.cursor" = { dictionary = "cursors", probability = 0.9 }
`
}

/** A text as TOML's basic string, which JSON's is for what we have. */
const quoted = (text: string) => JSON.stringify(text)

const list = (values: string[]) => JSON.stringify(values)
