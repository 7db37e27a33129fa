import { type Document, type MongoClient, MongoServerError, MongoServerSelectionError } from 'mongodb'

/** A URI, a login or a database that cannot work: the operator has to change it, and a retry cannot help. */
export class DatabaseSettingError extends Error {
  override name = 'DatabaseSettingError'
}

/** The MongoDB role on the database that the program needs. */
export const neededRole = 'readWrite'

const unauthorizedCode = 13
/** MongoDB's own code, and that of Atlas. */
const authenticationCodes = new Set([18, 8000])

/** The last `hello` reply of each member of a replica set, by address. */
export type MemberReplies = ReadonlyMap<string, Document>

/** Collects the replies of members from now on: the driver discards those that do not match its settings. */
export function watchMemberReplies(client: MongoClient): MemberReplies {
  const replies = new Map<string, Document>()
  client.on('serverHeartbeatSucceeded', ({ connectionId, reply }) => replies.set(connectionId, reply))
  return replies
}

/** Why a database could not be opened: a DatabaseSettingError where the operator has to act, else the error itself. */
export function connectError(error: unknown, { options }: MongoClient, replies: MemberReplies): unknown {
  if (error instanceof MongoServerError && authenticationCodes.has(Number(error.code))) {
    return new DatabaseSettingError(
      `MongoDB refuses the user or the password. It looks for the user in the database "${options.credentials?.source}": authSource in the URI names another`,
    )
  }
  if (error instanceof MongoServerSelectionError) return setError(replies, options.replicaSet) ?? error
  if (isSrvError(error)) {
    return new DatabaseSettingError(
      `The servers of a mongodb+srv:// URI are looked up in DNS, which failed (${error.message})`,
    )
  }
  return settingError(error) ?? error
}

/** A DatabaseSettingError, also for missing rights of the database's user; null for any other error. */
export function settingError(error: unknown): DatabaseSettingError | null {
  if (error instanceof DatabaseSettingError) return error
  if (!(error instanceof MongoServerError) || error.code !== unauthorizedCode) return null
  if (error.message.includes('requires authentication')) {
    return new DatabaseSettingError('MongoDB asks for a user and a password, and the URI has none')
  }
  const [, database = 'this one', command = 'this'] =
    /not authorized on (\S{1,128}) to execute command \{ (\w{1,64}):/.exec(error.message) ?? []
  return new DatabaseSettingError(
    `The user of the URI may not run "${command}" in the database ${database}. It needs the role ${neededRole} there`,
  )
}

/** What is wrong with a replica set without any member that matches the URI; null where one matches, or none answered. */
function setError(replies: MemberReplies, wanted: string | null | undefined): DatabaseSettingError | null {
  // A member that is starting does not know its set yet.
  const matches = ({ setName }: Document) => setName && (!wanted || setName === wanted)
  if ([...replies.values()].some(matches)) return null
  for (const [host, { setName, isreplicaset, msg }] of replies) {
    if (isreplicaset && !setName) {
      return new DatabaseSettingError(
        `The replica set of ${host} was never initiated: run rs.initiate() there once, with all members`,
      )
    }
    if (setName) {
      return new DatabaseSettingError(
        `The replica set of ${host} is "${setName}", and the URI has replicaSet=${wanted}`,
      )
    }
    if (msg !== 'isdbgrid') return noSetError(host)
  }
  return null
}

/** A standalone mongod has neither transactions nor change streams. */
export const noSetError = (host: string) =>
  new DatabaseSettingError(
    `The database must be a replica set, and ${host} is none (start mongod with --replSet, then rs.initiate() makes one of a single mongod)`,
  )

function isSrvError(error: unknown): error is Error {
  return error instanceof Error && 'syscall' in error && /^query(?:Srv|Txt)$/.test(String(error.syscall))
}
