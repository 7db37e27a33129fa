import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { closeWorld } from '../../test/closed-world.ts'
import { fakeMirror } from '../../test/fake-mirror.ts'
import { muteListener } from '../../test/mute-listener.ts'
import { temporaryFolder } from '../../test/temporary-folder.ts'
import { readMongodVersion } from '../process/mongod-version.ts'
import { archiveSums, downloadVersion } from './archive-sums.ts'
import { downloadMongod, downloadSlot } from './download-mongod.ts'
import { sha256OfFile } from './mongod-cache.ts'

const quiet = () => {}

test('a downloaded binary is in the cache, runs, and its sum is recorded', async () => {
  await using folder = await temporaryFolder()
  await using mirror = await fakeMirror(folder.path)
  await closeWorld(folder.path, { mirror: mirror.url })
  const cacheDir = join(folder.path, 'cache')

  const binary = await downloadMongod({ cacheDir, onProgress: quiet, sums: mirror.sums })

  expect(binary).toBe(join(cacheDir, downloadSlot.name, 'mongod'))
  expect(await readMongodVersion(binary)).toMatchObject({ text: downloadVersion })
  const record: unknown = JSON.parse(await readFile(join(cacheDir, downloadSlot.name, 'record.json'), 'utf8'))
  expect(record).toMatchObject({ version: downloadVersion, sha256: await sha256OfFile(binary) })
  expect(await readdir(cacheDir)).toEqual([downloadSlot.name])
})

test('an archive without the pinned sum is refused and deleted', async () => {
  await using folder = await temporaryFolder()
  await using mirror = await fakeMirror(folder.path)
  await closeWorld(folder.path, { mirror: mirror.url })
  const cacheDir = join(folder.path, 'cache')

  await expect(downloadMongod({ cacheDir, onProgress: quiet })).rejects.toThrow(
    /could not be downloaded \(mongodb-\S+\.tgz was refused and deleted: its SHA-256 is [0-9a-f]{64}, not [0-9a-f]{64}\)\.$/,
  )
  expect(mirror.requests).toHaveLength(1)
  expect(Object.keys(archiveSums)).toContain(mirror.requests[0]?.split('/').at(-1))
  expect(await readdir(cacheDir)).toEqual([])
})

test('an archive without a pinned sum is not requested', async () => {
  await using folder = await temporaryFolder()
  await using mirror = await fakeMirror(folder.path)
  await closeWorld(folder.path, { mirror: mirror.url })
  const cacheDir = join(folder.path, 'cache')

  await expect(downloadMongod({ cacheDir, onProgress: quiet, sums: {} })).rejects.toThrow(
    /could not be downloaded \(no sum is known that mongodb-\S+ must have\)\.$/,
  )
  expect(mirror.requests).toEqual([])
})

test('a download from a server that never answers ends at the limit', async () => {
  await using folder = await temporaryFolder()
  await using listener = await muteListener()
  await closeWorld(folder.path, { mirror: `http://127.0.0.1:${listener.port}` })
  const cacheDir = join(folder.path, 'cache')

  await expect(downloadMongod({ cacheDir, onProgress: quiet, stallMs: 300 })).rejects.toThrow(
    `MongoDB ${downloadVersion} could not be downloaded (nothing came for 0.3 seconds).`,
  )
  expect(await readdir(cacheDir)).toEqual([])
})
