import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { childProgram } from '../../test/child-program.ts'
import { closeWorld } from '../../test/closed-world.ts'
import { fakeMirror } from '../../test/fake-mirror.ts'
import { fakeMongod, fakeProgram } from '../../test/fake-program.ts'
import { temporaryFolder } from '../../test/temporary-folder.ts'
import { localFolder, writeLocalState } from '../local/local-state.ts'
import { downloadVersion } from './archive-sums.ts'
import { downloadSlot } from './download-mongod.ts'
import { findMongod } from './find-mongod.ts'
import { putIntoCache } from './mongod-cache.ts'

test('the given binary is taken before one on the PATH', async () => {
  await using folder = await temporaryFolder()
  const { binDir } = await closeWorld(folder.path)
  await fakeMongod(join(binDir, 'mongod'), '8.0.1')
  const given = await fakeMongod(join(folder.path, 'given'), '6.0.5')

  expect(await findMongod({ systemBinary: given, cacheDir: folder.path })).toBe(given)
})

test.each([
  ['is no program', null, /^\S+ cannot be run here\.$/],
  ['is too old', 'echo "db version v5.0.31"', /^\S+ is MongoDB 5\.0\.31; 6\.0 or newer is needed\.$/],
  ['is another program', 'echo hello', /^\S+ is no mongod: it prints no version of MongoDB\.$/],
  ['fails', 'exit 3', /^\S+ does not run here \(it ended with code 3\)\.$/],
  [
    'lacks libcurl',
    'echo "mongod: error while loading shared libraries: libcurl.so.4: cannot open shared object file" >&2; exit 127',
    /^\S+ needs the library libcurl\.so\.4: install libcurl4 \(on Debian and Ubuntu: apt-get install libcurl4\) and start again\.$/,
  ],
])('a given binary that %s is refused in one sentence, and nothing else is tried', async (_, script, expected) => {
  await using folder = await temporaryFolder()
  const { binDir } = await closeWorld(folder.path)
  await fakeMongod(join(binDir, 'mongod'), '8.0.1')
  const given = join(folder.path, 'given')
  if (script !== null) await fakeProgram(given, script)

  await expect(findMongod({ systemBinary: given, cacheDir: folder.path })).rejects.toThrow(expected)
})

test('a data folder that cannot be made is reported before any binary is run', async () => {
  await using folder = await temporaryFolder()
  const given = await fakeProgram(join(folder.path, 'given'), 'exit 3')

  await expect(findMongod({ systemBinary: given, dataDir: given })).rejects.toThrow(
    /^The data folder \S+ cannot be made/,
  )
})

test('a binary on the PATH is taken before one in the cache', async () => {
  await using folder = await temporaryFolder()
  const { binDir } = await closeWorld(folder.path)
  const onPath = await fakeMongod(join(binDir, 'mongod'), '7.0.1')
  await cacheOne(folder.path)

  expect(await findMongod({ cacheDir: folder.path })).toBe(onPath)
})

test('a binary on the PATH that is too old is skipped with a line of progress, and the cache is used before the network', async () => {
  await using folder = await temporaryFolder()
  await using mirror = await fakeMirror(folder.path)
  const { binDir } = await closeWorld(folder.path, { mirror: mirror.url })
  await fakeMongod(join(binDir, 'mongod'), '4.4.29')
  const cached = await cacheOne(folder.path)
  const lines: string[] = []

  expect(await findMongod({ cacheDir: folder.path, onProgress: (line) => lines.push(line) })).toBe(cached)
  expect(lines).toEqual([`${join(binDir, 'mongod')} is MongoDB 4.4.29; 6.0 or newer is needed.`])
  expect(mirror.requests).toEqual([])
})

test('a binary that cannot open the existing data is skipped', async () => {
  await using folder = await temporaryFolder()
  const { binDir } = await closeWorld(folder.path)
  await fakeMongod(join(binDir, 'mongod'), '7.0.1')
  const cached = await cacheOne(folder.path)
  const dataDir = join(folder.path, 'data')
  await fakeProgram(join(localFolder(dataDir), 'placeholder'), '')
  await writeLocalState(localFolder(dataDir), { port: 1, pid: null, version: '8.0.1' })

  expect(await findMongod({ cacheDir: folder.path, dataDir })).toBe(cached)
})

test('where nothing is found, one message says what to set and what was tried', async () => {
  await using folder = await temporaryFolder()
  await closeWorld(folder.path)

  const failure = findMongod({ cacheDir: join(folder.path, 'cache') })

  await expect(failure).rejects.toThrow(
    /^No MongoDB server was found: set MONGODB_URI to .* or MONGOMS_SYSTEM_BINARY to /,
  )
  await expect(failure).rejects.toThrow(`MongoDB ${downloadVersion} could not be downloaded (ECONNREFUSED).`)
})

test('two processes that search at once download once, and both get the binary', async () => {
  await using folder = await temporaryFolder()
  await using mirror = await fakeMirror(folder.path)
  await closeWorld(folder.path, { mirror: mirror.url })
  const cacheDir = join(folder.path, 'cache')

  const programs = await Promise.all(
    [1, 2].map(() => childProgram('find-mongod-once.ts', cacheDir, JSON.stringify(mirror.sums))),
  )

  expect(new Set(programs.map((each) => each.firstLine))).toEqual(
    new Set([join(cacheDir, downloadSlot.name, 'mongod')]),
  )
  expect(mirror.requests.filter((path) => path.endsWith('.tgz'))).toHaveLength(1)
})

test('a truncated binary in the cache is downloaded again', async () => {
  await using folder = await temporaryFolder()
  await using mirror = await fakeMirror(folder.path)
  await closeWorld(folder.path, { mirror: mirror.url })
  const cacheDir = join(folder.path, 'cache')
  const first = await findMongod({ cacheDir, archiveSums: mirror.sums })
  await fakeProgram(first, 'short')

  expect(await findMongod({ cacheDir, archiveSums: mirror.sums })).toBe(first)
  expect(mirror.requests.filter((path) => path.endsWith('.tgz'))).toHaveLength(2)
})

/** Puts a script into the cache in place of the downloaded binary. */
async function cacheOne(cacheDir: string): Promise<string> {
  const binary = await fakeMongod(join(cacheDir, 'fetched'), downloadVersion)
  const sizeBytes = `#!/bin/sh\necho "db version v${downloadVersion}"\n`.length
  const cached = await putIntoCache(cacheDir, downloadSlot, {
    binary,
    record: { version: downloadVersion, sha256: '', sizeBytes },
  })
  await rm(binary, { force: true })
  return cached
}
