import { constants, type Stats } from 'node:fs'
import { access, chmod, lstat, mkdir, readdir, realpath, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { localFolder } from './local-state.ts'
import { MongodFault } from './mongod-fault.ts'

/** mongod's folder inside a data folder, as the system sees it, and what others had rights to until now. */
export type DataFolder = { folder: string; tightened: readonly string[] }

const othersBits = 0o077
const mend = 'name another folder in INLET_DATA_DIR.'

/**
 * Makes the data folder, with mongod's inside, and sees to it that nobody but this user reads or changes what lies
 * there: folders get 0700, mongod's files 0600. Where that had to be changed, `onProgress` says so. @throws MongodFault
 * where a file has the folder's place, or it is somebody else's, or cannot be written
 */
export async function prepareDataFolder(dataDir: string, onProgress: (line: string) => void): Promise<DataFolder> {
  const wanted = resolve(dataDir)
  await makeDataFolder(wanted)
  try {
    // mongod tells its folder as the system sees it, and that is how a running one is recognised.
    const folder = await realpath(localFolder(wanted))
    const tightened = await tighten([await realpath(wanted), folder], folder)
    if (tightened.length > 0) {
      onProgress(`Other users of this machine had rights in ${wanted}; now nobody else has.`)
    }
    return { folder, tightened }
  } catch (error) {
    throw error instanceof MongodFault ? error : folderFault(error, wanted)
  }
}

/** Makes the data folder, with mongod's inside. @throws MongodFault where a file has its place, or it cannot be written */
export async function makeDataFolder(dataDir: string): Promise<void> {
  const folder = localFolder(resolve(dataDir))
  try {
    await mkdir(join(folder, 'data'), { recursive: true, mode: 0o700 })
    await access(folder, constants.W_OK)
  } catch (error) {
    throw folderFault(error, resolve(dataDir))
  }
}

async function tighten(folders: string[], mongoFolder: string): Promise<string[]> {
  // On Windows the rights of a folder are the user profile's.
  if (process.getuid === undefined) return []
  const tightened: string[] = []
  const look = async (path: string, found: Stats) => {
    if (await tightenOne(path, found)) tightened.push(path)
  }
  // From the outside in: once it is closed nobody can change what is looked at next.
  for (const path of folders) await look(path, await stat(path))
  for (const name of await readdir(mongoFolder, { recursive: true })) {
    const path = join(mongoFolder, name)
    // A file that a living mongod has just removed.
    const found = await lstat(path).catch(() => null)
    if (found?.isFile() || found?.isDirectory()) await look(path, found)
  }
  return tightened
}

/** True where others had rights. */
async function tightenOne(path: string, found: Stats): Promise<boolean> {
  const uid = process.getuid?.()
  if (found.uid !== uid) {
    throw new MongodFault(
      `${path} belongs to another user (number ${found.uid}, and this is ${uid}): start as that user, give it to this one (chown -R), or ${mend}`,
    )
  }
  const wanted = found.isDirectory() ? 0o700 : 0o600
  const mode = found.mode & 0o777
  const isOpen = (mode & othersBits) !== 0
  if (!isOpen && (mode & wanted) === wanted) return false
  await chmod(path, wanted)
  if (((await stat(path)).mode & othersBits) !== 0)
    throw new MongodFault(`${path} lies on a disk that keeps no rights, so that every user could read it: ${mend}`)
  return isOpen
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
