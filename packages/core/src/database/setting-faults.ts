import { type Document, type MongoClient, MongoServerError, MongoServerSelectionError } from 'mongodb'

/** A URI that no database can be reached by, or one of a database that does not serve: the operator's to mend, and never a retry's. */
export class DatabaseSettingFault extends Error {
  override name = 'DatabaseSettingFault'
}

/** MongoDB's role on the database that is enough for all that the program does. */
export const neededRole = 'readWrite'

const unauthorizedCode = 13
/** MongoDB's own, and that of Atlas. */
const authenticationCodes = new Set([18, 8000])

/** What a client knows of the members that it has spoken to, by their address. */
export type MemberReplies = ReadonlyMap<string, Document>

/** Listens from now on to what the members of a client's set say of themselves, which the driver drops where it does not fit. */
export function hearMembers(client: MongoClient): MemberReplies {
  const replies = new Map<string, Document>()
  client.on('serverHeartbeatSucceeded', ({ connectionId, reply }) => replies.set(connectionId, reply))
  return replies
}

/** Why a database could not be opened: a DatabaseSettingFault where the operator has to mend it, else the error itself. */
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

/** A fault of the operator's setting, which rights that the database's user lacks are too; null for any other error. */
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

/** What is wrong with a set none of whose members is taken for one; null where they are, or nobody answered. */
function setFault(replies: MemberReplies, wanted: string | null | undefined): DatabaseSettingFault | null {
  // A member that is being started does not know its set yet.
  const isRight = ({ setName }: Document) => setName && (!wanted || setName === wanted)
  if ([...replies.values()].some(isRight)) return null
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

/** A single mongod knows neither transactions nor change streams. */
export const noSetFault = (host: string) =>
  new DatabaseSettingFault(
    `The database must be a replica set, and ${host} is none (start mongod with --replSet, then rs.initiate() makes one of a single mongod)`,
  )

function isSrvFault(error: unknown): error is Error {
  return error instanceof Error && 'syscall' in error && /^query(?:Srv|Txt)$/.test(String(error.syscall))
}
