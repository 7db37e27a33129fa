import { constants, existsSync, type Stats } from 'node:fs'
import { access, chmod, lstat, mkdir, readdir, realpath, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { hasErrorCode, MongodFault } from '../faults.ts'
import { localKeyFile, markKeyExposed, showsKey } from './local-access.ts'
import { localFolder, localStateFile } from './local-state.ts'

const othersBits = 0o077
const othersWriteBits = 0o022
const stickyBit = 0o1000
/** What lies in a data folder: the database, the demo's file and lock, and what the system puts into every folder or disk. */
const ownNames = /^(?:mongo|demo\.(?:json|lock)(?:\..+)?|lost\+found|\.DS_Store)$/
const mend = 'name another folder in INLET_DATA_DIR.'

/**
 * Makes the data folder, with mongod's inside, and sees to it that nobody but this user reads or changes what lies
 * there: folders get 0700, mongod's files 0600; a data folder with other files in it keeps its readers and loses only
 * those who may write. Where that had to be changed, `onProgress` says so, and a key that others could read is marked as
 * exposed. @returns mongod's folder, as the system sees it. @throws MongodFault as `makeDataFolder` does, and where the folder is another user's
 */
export async function prepareDataFolder(dataDir: string, onProgress: (line: string) => void): Promise<string> {
  const wanted = resolve(dataDir)
  await makeDataFolder(wanted)
  try {
    // mongod tells its folder as the system sees it, and that is how a running one is recognised.
    const folder = await realpath(localFolder(wanted))
    if (await tighten(await realpath(wanted), folder)) {
      onProgress(`Other users of this machine had rights in ${wanted}; now nobody else has.`)
    }
    return folder
  } catch (error) {
    throw error instanceof MongodFault ? error : folderFault(error, wanted)
  }
}

/**
 * Makes the data folder, with mongod's inside. @throws MongodFault where a file has its place, it cannot be written, or
 * it is a folder that others use too
 */
export async function makeDataFolder(dataDir: string): Promise<void> {
  const folder = localFolder(resolve(dataDir))
  try {
    await assertOurs(resolve(dataDir))
    await mkdir(join(folder, 'data'), { recursive: true, mode: 0o700 })
    await access(folder, constants.W_OK)
  } catch (error) {
    throw folderFault(error, resolve(dataDir))
  }
}

/** Files of other programs may lie beside ours, but nobody else may exchange ours, and `mongo` must not be another program's. */
async function assertOurs(dataDir: string): Promise<void> {
  const found = await stat(dataDir).catch((error: unknown) => {
    if (hasErrorCode(error, 'ENOENT')) return null
    throw error
  })
  if (!found) return
  const advice = `name a folder of its own in INLET_DATA_DIR, such as ${join(dataDir, 'inlet')}.`
  if ((found.mode & stickyBit) !== 0)
    throw new MongodFault(`${dataDir} is a folder that all users of this machine share (sticky bit): ${advice}`)
  const foreign = await foreignName(dataDir)
  if (foreign === undefined || existsSync(localStateFile(localFolder(dataDir)))) return
  if ((found.mode & othersWriteBits) === 0 && !(await hasFiles(localFolder(dataDir)))) return
  throw new MongodFault(`${dataDir} is in use for something else (${foreign} lies there): ${advice}`)
}

/** A folder `mongo` that a first start made and did not fill is ours, too: a start writes its key first. */
async function hasFiles(folder: string): Promise<boolean> {
  if (!existsSync(folder) || existsSync(localKeyFile(folder))) return false
  return (await readdir(folder, { recursive: true, withFileTypes: true })).some((entry) => !entry.isDirectory())
}

const foreignName = async (dataDir: string): Promise<string | undefined> =>
  (await readdir(dataDir)).find((name) => !ownNames.test(name))

/** True where others had rights. */
async function tighten(dataDir: string, mongoFolder: string): Promise<boolean> {
  // On Windows the rights of a folder are the user profile's.
  if (process.getuid === undefined) return false
  let wasOpen = false
  const look = async (path: string, found: Stats, forbidden = othersBits) => {
    // Before the rights are changed: after a crash in between nothing would tell that they were others', too.
    if (isOpen(found) && showsKey(mongoFolder, path)) await markKeyExposed(mongoFolder)
    if (await tightenOne(path, found, forbidden)) wasOpen = true
  }
  // From the outside in: once it is closed nobody can change what is looked at next.
  const isShared = (await foreignName(dataDir)) !== undefined
  await look(dataDir, await stat(dataDir), isShared ? othersWriteBits : othersBits)
  await look(mongoFolder, await stat(mongoFolder))
  for (const name of await readdir(mongoFolder, { recursive: true })) {
    const path = join(mongoFolder, name)
    // A file that a living mongod has just removed.
    const found = await lstat(path).catch(() => null)
    if (found?.isFile() || found?.isDirectory()) await look(path, found)
  }
  return wasOpen
}

const isOpen = ({ mode }: Stats) => (mode & othersBits) !== 0

/** True where others had rights that they must not have. */
async function tightenOne(path: string, found: Stats, forbidden: number): Promise<boolean> {
  const uid = process.getuid?.()
  if (found.uid !== uid) {
    throw new MongodFault(
      `${path} belongs to another user (number ${found.uid}, and this is ${uid}): start as that user, give it to this one (chown -R), or ${mend}`,
    )
  }
  const owners = found.isDirectory() ? 0o700 : 0o600
  const isOpenTo = ({ mode }: Stats) => (mode & forbidden) !== 0
  if (!isOpenTo(found) && (found.mode & owners) === owners) return false
  await chmod(path, owners | (found.mode & othersBits & ~forbidden))
  if (isOpenTo(await stat(path)))
    throw new MongodFault(`${path} lies on a disk that keeps no rights, so that every user could read it: ${mend}`)
  return isOpenTo(found)
}

function folderFault(error: unknown, dataDir: string): unknown {
  if (!(error instanceof Error && 'code' in error)) return error
  const { code } = error
  const path = 'path' in error && typeof error.path === 'string' ? error.path : dataDir
  if (code === 'EEXIST' || code === 'ENOTDIR')
    return new MongodFault(
      `The data folder ${dataDir} cannot be made: there is a file in its way. Move that, or ${mend}`,
    )
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')
    return new MongodFault(
      `The data folder ${dataDir} cannot be used: this user may not write ${path} (${code}). Grant it that, or ${mend}`,
    )
  return new MongodFault(`The data folder ${dataDir} cannot be used (${String(code)} at ${path}): ${mend}`)
}
