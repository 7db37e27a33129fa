import { fileURLToPath } from 'node:url'
import type { Stage } from '../support/stage.ts'

const hooks = fileURLToPath(new URL('hooks.py', import.meta.url))

/** Who calls in a pass: its credential, and the operations that take it. */
export interface Pass {
  name: string
  /** How it authenticates, as settings. */
  auth: string
  operationIds: string[]
}

/** The users of a pass, as Web Fuzzing Commons has them: neither may see what is the other's. */
export const usersOf = ({ owner, strangerOwner }: Stage): string =>
  JSON.stringify({
    auth: Object.entries({ owner, stranger: strangerOwner }).map(([name, token]) => ({
      name,
      fixedHeaders: [{ name: 'Authorization', value: `Bearer ${token}` }],
    })),
  })

/** The passes, since operations take one of two credentials: as an API key, then as a user, who is in the file `users`. */
export function passesOf({ world, operations }: Stage, users: string): Pass[] {
  const all = [...operations.values()]
  const idsOf = (some: typeof all) => some.map(({ operationId }) => operationId)
  return [
    {
      name: 'with an API key',
      auth: `openapi.apiKey = { api_key = ${quoted(world.keys.write)} }`,
      operationIds: idsOf(all.filter(({ scope }) => scope !== null)),
    },
    {
      name: 'as a user',
      auth: `wfc = { path = ${quoted(users)}, user = "owner", peers = ["owner", "stranger"] }`,
      operationIds: idsOf(all),
    },
  ]
}

/** What there is to be asked for, so that calls meet more than 404. */
export interface Seeds {
  /** Of any noun: a path's `{id}` is one of them. */
  ids: string[]
  domainIds: string[]
  inboxes: string[]
  messageIds: string[]
}

/** The other ones tell that many calls were refused, as most calls are that are meant to be. */
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
 * (docs/decisions/0014-openapi.md).
 */
export function settingsOf({ auth }: Pass, seeds: Seeds, baseUrl: string): string {
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
domains.values = ${list(seeds.domainIds)}
inboxes.values = ${list(seeds.inboxes)}
messages.values = ${list(seeds.messageIds)}
cursors.values = [""]

[parameters]
"path.id" = { dictionary = "ids", probability = 0.9 }
"path.address" = { dictionary = "inboxes", probability = 0.9 }
"body.domainId" = { dictionary = "domains", probability = 0.8 }
"query.after" = { dictionary = "messages", probability = 0.3 }
# The empty cursor is every list's; most others would be 400 and lead no further.
"query.cursor" = { dictionary = "cursors", probability = 0.9 }
`
}

/** A text as TOML's basic string, which JSON's is for what we have. */
const quoted = (text: string) => JSON.stringify(text)

const list = (values: string[]) => JSON.stringify(values)
