import { MongodError } from '../errors.ts'
import { runCommand } from './run-command.ts'

/** A server's version; `text` is the whole version, such as `8.0.17`. */
export type MongodVersion = { major: number; minor: number; text: string }

/** The oldest version with the transactions, change streams and aggregation operators that we use. */
export const oldestMajor = 6

/** The Debian packages of libraries that mongod needs and a minimal system lacks. */
const packageOfLibrary: Record<string, string> = {
  'libcurl.so.4': 'libcurl4',
  'libssl.so.3': 'libssl3',
  'libcrypto.so.3': 'libssl3',
  'liblzma.so.5': 'liblzma5',
}

/** Runs a binary to get its version. @throws MongodError with the reason when it does not run or is no mongod */
export async function readMongodVersion(binary: string): Promise<MongodVersion> {
  const outcome = await runCommand([binary, '--version'], { timeoutMs: 15_000 })
  if (outcome.state === 'absent') throw new MongodError(`${binary} cannot be run here.`)
  if (outcome.state === 'timed-out') throw new MongodError(`${binary} did not print its version within 15 seconds.`)
  if (outcome.code !== 0) throw new MongodError(reasonNotRunning(binary, outcome))

  const version = parseMongodVersion(outcome.stdout)
  if (!version) throw new MongodError(`${binary} is no mongod: it prints no version of MongoDB.`)
  return version
}

/** Reads `db version v6.0.5` or `6.0.5`; null when there is no version in the text. */
export function parseMongodVersion(text: string): MongodVersion | null {
  const found = /(?:^|db version v)(\d{1,4})\.(\d{1,4})\.(\d{1,6}\S{0,40})/m.exec(text)
  if (!found) return null
  const [, major = '', minor = '', rest = ''] = found
  return { major: Number(major), minor: Number(minor), text: `${major}.${minor}.${rest}` }
}

function reasonNotRunning(
  binary: string,
  ended: { code: number | null; signal: string | null; stderr: string },
): string {
  const library = /loading shared libraries: ([^\s:]{1,80})/.exec(ended.stderr)?.[1]
  if (!library) return `${binary} does not run here (it ended with ${ended.signal ?? `code ${ended.code}`}).`
  const packageName = packageOfLibrary[library]
  if (!packageName) return `${binary} does not run here: the library ${library} is missing.`
  return `${binary} needs the library ${library}: install ${packageName} (on Debian and Ubuntu: apt-get install ${packageName}) and start again.`
}

/**
 * Whether a mongod of this version opens data that version `recorded` wrote: the major version must be the same, the
 * minor version must not be older. True where `recorded` is no version.
 */
export function opensDataOf(recorded: string, version: MongodVersion): boolean {
  const writer = parseMongodVersion(recorded)
  return writer === null || (writer.major === version.major && writer.minor <= version.minor)
}
