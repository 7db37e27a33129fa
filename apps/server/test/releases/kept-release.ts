import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'

/** Where the data of each release are kept, in a folder of its version. */
export const releasesFolder = fileURLToPath(new URL('./kept/', import.meta.url))

/** A call to a release, and what it answered. */
const read = z.object({
  path: z.string(),
  /** `key`: an API key of scope read; `owner`: the owner's access token; `visitor`: the session token of a visitor's inbox. */
  as: z.enum(['key', 'owner', 'visitor']),
  /** Of an answer in JSON. */
  body: z.unknown().optional(),
  /** SHA-256 of any other one, in hex. */
  sha256: z.string().optional(),
})
export type KeptRead = z.infer<typeof read>

const keptRelease = z.object({
  /** When the data were made: the clock of a server that runs on them goes on from here. */
  at: z.coerce.date(),
  serviceId: z.string(),
  keys: z.object({ key: z.string(), write: z.string() }),
  owner: z.object({ email: z.string(), password: z.string(), accessToken: z.string() }),
  /** An address with mails. */
  address: z.string(),
  visitor: z.object({ address: z.string(), sessionToken: z.string() }),
  reads: z.array(read),
})
/** What the users of a release knew, and what it answered them. Its credentials open nothing but the data beside it. */
export type KeptRelease = z.infer<typeof keptRelease>

/** Reads what is kept of a release beside its data. */
export const readKeptRelease = async (version: string): Promise<KeptRelease> =>
  keptRelease.parse(JSON.parse(await readFile(`${releasesFolder}${version}/release.json`, 'utf8')))

const longTextChars = 1_000

/** An answer as it is kept and compared: of a long text its SHA-256, and without the number of calls, which these are among. */
export const keptBody = (body: unknown): unknown =>
  JSON.parse(JSON.stringify(body), (name, value: unknown) => {
    if (name === 'apiRequests') return undefined
    return typeof value === 'string' && value.length > longTextChars ? `SHA-256 ${sha256(value)}` : value
  })

export const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex')

/** The settings of all servers of these tests. Tokens name the address of the server that issued them. */
export const releaseSettings = { PUBLIC_URL: 'http://inlet.example', MAIL_AUTHENTICATION: 'false' }

/** How a call of a release authenticates itself. */
export function credentialOf({ as }: Pick<KeptRead, 'as'>, { keys, owner, visitor }: KeptRelease) {
  if (as === 'key') return { key: keys.key }
  if (as === 'owner') return { token: owner.accessToken }
  return { key: null, headers: { 'x-inbox-session': visitor.sessionToken } }
}
