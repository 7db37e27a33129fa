import { constants, existsSync, type Stats } from 'node:fs'
import { access, chmod, lstat, mkdir, readdir, realpath, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { hasErrorCode, MongodError } from '../errors.ts'
import { localKeyFile, markKeyExposed, revealsKey } from './local-access.ts'
import { localFolder, localStateFile } from './local-state.ts'

const othersBits = 0o077
const othersWriteBits = 0o022
const stickyBit = 0o1000
/** Names that belong in a data folder: the database, the demo's file and lock, and what systems put into folders and disks. */
const ownNames = /^(?:mongo|demo\.(?:json|lock)(?:\..+)?|lost\+found|\.DS_Store)$/
const otherFolder = 'name another folder in INLET_DATA_DIR.'

/**
 * Makes the data folder with mongod's folder inside and removes the rights of other users: folders get 0700, mongod's
 * files 0600. A data folder with files of other programs keeps its read rights; only write rights of others are removed.
 * Changes are reported to `onProgress`, and a key that others could read is marked as exposed.
 * @returns mongod's folder without symbolic links. @throws MongodError as `makeDataFolder`, and where the folder belongs
 * to another user
 */
export async function prepareDataFolder(dataDir: string, onProgress: (line: string) => void): Promise<string> {
  const wanted = resolve(dataDir)
  await makeDataFolder(wanted)
  try {
    // mongod reports its folder without symbolic links, and a running one is recognised by its folder.
    const folder = await realpath(localFolder(wanted))
    if (await removeRightsOfOthers(await realpath(wanted), folder)) {
      onProgress(`Other users of this machine had rights in ${wanted}; now nobody else has.`)
    }
    return folder
  } catch (error) {
    throw error instanceof MongodError ? error : folderError(error, wanted)
  }
}

/**
 * Makes the data folder with mongod's folder inside. @throws MongodError where a file has that name, the folder cannot be
 * written, or it is used by other users or programs too
 */
export async function makeDataFolder(dataDir: string): Promise<void> {
  const folder = localFolder(resolve(dataDir))
  try {
    await assertOurs(resolve(dataDir))
    await mkdir(join(folder, 'data'), { recursive: true, mode: 0o700 })
    await access(folder, constants.W_OK)
  } catch (error) {
    throw folderError(error, resolve(dataDir))
  }
}

/** Files of other programs may be beside ours, but no other user may replace ours, and `mongo` must not be another program's. */
async function assertOurs(dataDir: string): Promise<void> {
  const found = await stat(dataDir).catch((error: unknown) => {
    if (hasErrorCode(error, 'ENOENT')) return null
    throw error
  })
  if (!found) return
  const advice = `name a folder of its own in INLET_DATA_DIR, such as ${join(dataDir, 'inlet')}.`
  if ((found.mode & stickyBit) !== 0)
    throw new MongodError(`${dataDir} is a folder that all users of this machine share (sticky bit): ${advice}`)
  const foreign = await foreignName(dataDir)
  if (foreign === undefined || existsSync(localStateFile(localFolder(dataDir)))) return
  if ((found.mode & othersWriteBits) === 0 && !(await hasForeignFiles(localFolder(dataDir)))) return
  throw new MongodError(`${dataDir} is in use for something else (it contains ${foreign}): ${advice}`)
}

/** Whether `mongo` has files of another program. With our key in it, the first file that a start writes, it is ours. */
async function hasForeignFiles(folder: string): Promise<boolean> {
  if (!existsSync(folder) || existsSync(localKeyFile(folder))) return false
  return (await readdir(folder, { recursive: true, withFileTypes: true })).some((entry) => !entry.isDirectory())
}

const foreignName = async (dataDir: string): Promise<string | undefined> =>
  (await readdir(dataDir)).find((name) => !ownNames.test(name))

/** @returns whether others had rights */
async function removeRightsOfOthers(dataDir: string, mongoFolder: string): Promise<boolean> {
  // On Windows a folder inherits the rights of the user's profile.
  if (process.getuid === undefined) return false
  let wasOpen = false
  const visit = async (path: string, found: Stats, forbidden = othersBits) => {
    // Before the rights are changed: after a crash in between it could not be seen any more that others had rights.
    if (isOpen(found) && revealsKey(mongoFolder, path)) await markKeyExposed(mongoFolder)
    if (await restrict(path, found, forbidden)) wasOpen = true
  }
  // The outer folder first: after that nobody else can change what is inside.
  const isShared = (await foreignName(dataDir)) !== undefined
  await visit(dataDir, await stat(dataDir), isShared ? othersWriteBits : othersBits)
  await visit(mongoFolder, await stat(mongoFolder))
  for (const name of await readdir(mongoFolder, { recursive: true })) {
    const path = join(mongoFolder, name)
    // A running mongod may have removed the file just now.
    const found = await lstat(path).catch(() => null)
    if (found?.isFile() || found?.isDirectory()) await visit(path, found)
  }
  return wasOpen
}

const isOpen = ({ mode }: Stats) => (mode & othersBits) !== 0

/** @returns whether others had forbidden rights */
async function restrict(path: string, found: Stats, forbidden: number): Promise<boolean> {
  const uid = process.getuid?.()
  if (found.uid !== uid) {
    throw new MongodError(
      `${path} belongs to another user (number ${found.uid}, and this is ${uid}): start as that user, give it to this one (chown -R), or ${otherFolder}`,
    )
  }
  const owners = found.isDirectory() ? 0o700 : 0o600
  const isOpenTo = ({ mode }: Stats) => (mode & forbidden) !== 0
  if (!isOpenTo(found) && (found.mode & owners) === owners) return false
  await chmod(path, owners | (found.mode & othersBits & ~forbidden))
  if (isOpenTo(await stat(path)))
    throw new MongodError(
      `${path} is on a disk that stores no rights, so that every user could read it: ${otherFolder}`,
    )
  return isOpenTo(found)
}

function folderError(error: unknown, dataDir: string): unknown {
  if (!(error instanceof Error && 'code' in error)) return error
  const { code } = error
  const path = 'path' in error && typeof error.path === 'string' ? error.path : dataDir
  if (code === 'EEXIST' || code === 'ENOTDIR')
    return new MongodError(
      `The data folder ${dataDir} cannot be made: there is a file in its way. Move that, or ${otherFolder}`,
    )
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')
    return new MongodError(
      `The data folder ${dataDir} cannot be used: this user may not write ${path} (${code}). Grant write access, or ${otherFolder}`,
    )
  return new MongodError(`The data folder ${dataDir} cannot be used (${String(code)} at ${path}): ${otherFolder}`)
}
