import { type Document, type MongoClient, MongoServerError, MongoServerSelectionError } from 'mongodb'

/** A URI, a login or a database that cannot work: the operator has to change it, and a retry cannot help. */
export class DatabaseSettingFault extends Error {
  override name = 'DatabaseSettingFault'
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

/** Why a database could not be opened: a DatabaseSettingFault where the operator has to act, else the error itself. */
export function connectFault(error: unknown, { options }: MongoClient, replies: MemberReplies): unknown {
  if (error instanceof MongoServerError && authenticationCodes.has(Number(error.code))) {
    return new DatabaseSettingFault(
      `MongoDB refuses the user or the password. It looks for the user in the database "${options.credentials?.source}": authSource in the URI names another`,
    )
  }
  if (error instanceof MongoServerSelectionError) return setFault(replies, options.replicaSet) ?? error
  if (isSrvFault(error)) {
    return new DatabaseSettingFault(
      `The servers of a mongodb+srv:// URI are looked up in DNS, which failed (${error.message})`,
    )
  }
  return settingFault(error) ?? error
}

/** A DatabaseSettingFault, also for missing rights of the database's user; null for any other error. */
export function settingFault(error: unknown): DatabaseSettingFault | null {
  if (error instanceof DatabaseSettingFault) return error
  if (!(error instanceof MongoServerError) || error.code !== unauthorizedCode) return null
  if (error.message.includes('requires authentication')) {
    return new DatabaseSettingFault('MongoDB asks for a user and a password, and the URI has none')
  }
  const [, database = 'this one', command = 'this'] =
    /not authorized on (\S{1,128}) to execute command \{ (\w{1,64}):/.exec(error.message) ?? []
  return new DatabaseSettingFault(
    `The user of the URI may not run "${command}" in the database ${database}. It needs the role ${neededRole} there`,
  )
}

/** What is wrong with a replica set without any member that matches the URI; null where one matches, or none answered. */
function setFault(replies: MemberReplies, wanted: string | null | undefined): DatabaseSettingFault | null {
  // A member that is starting does not know its set yet.
  const matches = ({ setName }: Document) => setName && (!wanted || setName === wanted)
  if ([...replies.values()].some(matches)) return null
  for (const [host, { setName, isreplicaset, msg }] of replies) {
    if (isreplicaset && !setName) {
      return new DatabaseSettingFault(
        `The replica set of ${host} was never initiated: run rs.initiate() there once, with all members`,
      )
    }
    if (setName) {
      return new DatabaseSettingFault(
        `The replica set of ${host} is "${setName}", and the URI has replicaSet=${wanted}`,
      )
    }
    if (msg !== 'isdbgrid') return noSetFault(host)
  }
  return null
}

/** A standalone mongod has neither transactions nor change streams. */
export const noSetFault = (host: string) =>
  new DatabaseSettingFault(
    `The database must be a replica set, and ${host} is none (start mongod with --replSet, then rs.initiate() makes one of a single mongod)`,
  )

function isSrvFault(error: unknown): error is Error {
  return error instanceof Error && 'syscall' in error && /^query(?:Srv|Txt)$/.test(String(error.syscall))
}
