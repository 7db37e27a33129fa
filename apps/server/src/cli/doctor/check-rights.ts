import { type Deps, neededRole, settingError } from '@inlet/core'
import { z } from 'zod'
import { type DoctorFinding, findings } from './finding.ts'

/** The actions of the program in its database. MongoDB's role `readWrite` has all of them. */
export const neededActions = [
  'find',
  'insert',
  'update',
  'remove',
  'createCollection',
  'createIndex',
  'listCollections',
  'listIndexes',
  'changeStream',
  'dbStats',
]

const status = z.object({
  authInfo: z.object({
    authenticatedUsers: z.array(z.object({ user: z.string(), db: z.string() })),
    authenticatedUserPrivileges: z.array(
      z.object({
        resource: z.object({
          db: z.string().optional(),
          collection: z.string().optional(),
          anyResource: z.boolean().optional(),
        }),
        actions: z.array(z.string()),
      }),
    ),
  }),
})

/** Checks that the database's user has the rights that the program needs, and that access needs a password. */
export async function checkRights(db: Deps['db']): Promise<DoctorFinding> {
  const { ok, warn, fail } = findings('rights')
  const { authInfo } = status.parse(await db.command({ connectionStatus: 1, showPrivileges: true }))
  const [user] = authInfo.authenticatedUsers
  const name = db.databaseName
  if (!user) {
    const refusal = await db.command({ dbStats: 1 }).then(() => null, settingError)
    if (refusal) return fail(refusal.message, 'See MONGODB_URI.')
    return warn(
      'MongoDB asks nobody for a password',
      'Everyone who can connect to it can read all mail: turn on its access control and give the program a user.',
    )
  }
  const granted = new Set(
    authInfo.authenticatedUserPrivileges
      .filter(({ resource }) => resource.anyResource || isWhole(resource, name))
      .flatMap(({ actions }) => actions),
  )
  const lacking = neededActions.filter((action) => !granted.has(action))
  if (lacking.length === 0) return ok(`${user.user} may do in ${name} what the program does`)
  return fail(`${user.user} may not ${lacking.join(', ')} in ${name}`, `Grant it the role ${neededRole} there.`)
}

/** Whether a privilege is for all collections of the database: the start creates collections. */
const isWhole = ({ db, collection }: { db?: string | undefined; collection?: string | undefined }, name: string) =>
  collection === '' && (db === name || db === '')
