import { createHmac, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { open, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { hasErrorCode } from '../errors.ts'
import { directClient, type MongodLogin } from '../process/probe-mongod.ts'
import { replicaSetUri } from '../process/replica-set.ts'
import type { MongodAccess } from '../process/spawn-mongod.ts'

/** The access control of a local mongod; `user` is the login of our program. */
export type LocalAccess = MongodAccess & { user: MongodLogin }

const answerLimitMs = 10_000
const authenticationFailed = 18
const userNotFound = 11
const keyBytes = 48

/** The only secret of the folder; mongod reads it too. */
export const localKeyFile = (folder: string) => join(folder, 'keyfile')
/** The address with the password, which is derived from the key. */
const localUriFile = (folder: string) => join(folder, 'connection.yaml')
const exposedMark = (folder: string) => join(folder, 'keyfile.exposed')

/** Whether this file of mongod's folder reveals the key or the password. */
export const revealsKey = (folder: string, path: string) => [localKeyFile(folder), localUriFile(folder)].includes(path)

/** Records that other users could read the key, until a new key replaces it. */
export async function markKeyExposed(folder: string): Promise<void> {
  if (existsSync(localKeyFile(folder))) await writeFile(exposedMark(folder), '', { mode: 0o600, flush: true })
}

/** Whether other users could read the folder's key. */
export const isKeyExposed = (folder: string) => existsSync(exposedMark(folder))

/** Removes an exposed key, so that the next start makes a new one. Call it under the folder's lock, while no mongod runs. */
export async function dropExposedKey(folder: string): Promise<void> {
  // The mark is removed last, so that after a crash this is done again.
  await rm(localKeyFile(folder), { force: true })
  await rm(exposedMark(folder), { force: true })
}

/**
 * Reads the folder's key or makes one. Both logins are derived from it: mongod's internal user `__system`, whose password
 * is the key itself, and `inlet`. Call it under the folder's lock.
 */
export async function openLocalAccess(folder: string): Promise<LocalAccess> {
  const keyFile = localKeyFile(folder)
  const key = (await readKey(keyFile)) ?? (await makeKey(keyFile))
  return {
    keyFile,
    login: { username: '__system', password: key, authSource: 'local' },
    user: {
      username: 'inlet',
      password: createHmac('sha256', key).update('user inlet').digest('base64url'),
      authSource: 'admin',
    },
  }
}

/** Creates or updates `user` with all rights, which the holder of the key has anyway. @throws the driver's error */
export async function ensureLocalUser(port: number, { login, user }: LocalAccess): Promise<void> {
  if (await logsIn(port, user)) return
  const client = directClient(port, answerLimitMs, login)
  const settings = { pwd: user.password, roles: ['root'], mechanisms: ['SCRAM-SHA-256'] }
  try {
    const admin = client.db(user.authSource)
    try {
      await admin.command({ updateUser: user.username, ...settings })
    } catch (error) {
      if (!hasErrorCode(error, userNotFound)) throw error
      await admin.command({ createUser: user.username, ...settings })
    }
  } finally {
    await client.close(true)
  }
}

/** The address of a local set with its user's password; a secret. */
export function localUri(port: number, { user }: LocalAccess): string {
  const plain = replicaSetUri(port).replace('mongodb://', `mongodb://${user.username}:${user.password}@`)
  return `${plain}&authSource=${user.authSource}&authMechanism=SCRAM-SHA-256`
}

/** Writes the address to a file for the `--config` of MongoDB's tools, so that no command line contains the password. */
export async function writeLocalUri(folder: string, uri: string): Promise<void> {
  await writePrivately(localUriFile(folder), `uri: "${uri}"\n`)
}

async function logsIn(port: number, user: MongodLogin): Promise<boolean> {
  const client = directClient(port, answerLimitMs, user)
  try {
    await client.db('admin').command({ ping: 1 })
    return true
  } catch (error) {
    if (hasErrorCode(error, authenticationFailed)) return false
    throw error
  } finally {
    await client.close(true)
  }
}

async function readKey(path: string): Promise<string | null> {
  try {
    const key = (await readFile(path, 'utf8')).trim()
    // A half-written file is no key. MongoDB requires base64.
    return /^[A-Za-z0-9+/]{64,1024}$/.test(key) ? key : null
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return null
    throw error
  }
}

async function makeKey(path: string): Promise<string> {
  const key = randomBytes(keyBytes).toString('base64')
  await writePrivately(path, `${key}\n`)
  return key
}

/** Replaces a file in one step; no other user can read it at any time, whatever the umask is. */
async function writePrivately(path: string, text: string): Promise<void> {
  const aside = `${path}.new`
  const file = await open(aside, 'w', 0o600)
  try {
    await file.chmod(0o600)
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(aside, path)
}
