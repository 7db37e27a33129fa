import { createLog } from '@inlet/runtime'
import { expect, test } from 'vitest'
import { createDiskFloor, type DiskSpace } from './disk-floor.ts'

const mebibyte = 1024 * 1024

function floorOver(readings: (DiskSpace | null | Error)[], floorMb = 500) {
  const lines: string[] = []
  let reads = 0
  const floor = createDiskFloor({
    floorBytes: floorMb * mebibyte,
    log: createLog('debug', { write: (line) => void lines.push(line) }),
    async readSpace() {
      const next = readings[reads] ?? null
      reads += 1
      if (next instanceof Error) throw next
      return next
    },
  })
  return { ...floor, said: () => lines.map((line) => JSON.parse(line)), reads: () => reads }
}

const free = (megabytes: number): DiskSpace => ({ freeBytes: megabytes * mebibyte, totalBytes: 10_000 * mebibyte })

test('falling below the floor and rising above it are each logged once', async () => {
  const floor = floorOver([free(900), free(500), free(499), free(10), free(10), free(500), free(700)])
  const seen: boolean[] = []

  for (let count = 0; count < 7; count += 1) {
    await floor.check()
    seen.push(floor.isReached())
  }

  expect(seen).toEqual([false, false, true, true, true, false, false])
  expect(floor.freeBytes()).toBe(700 * mebibyte)
  expect(floor.said()).toMatchObject([
    { level: 50, msg: 'disk space is low: no mail is taken', freeMb: 499, floorMb: 500 },
    { level: 40, msg: 'disk space is back: mail is taken', freeMb: 500 },
  ])
})

test('where the free space cannot be read there is no floor, which is logged once', async () => {
  for (const untold of [null, new Error('not authorized on inlet to execute command')]) {
    const floor = floorOver([untold, untold, untold])

    for (let count = 0; count < 3; count += 1) await floor.check()

    expect(floor.isReached()).toBe(false)
    expect(floor.freeBytes()).toBeNull()
    expect(floor.said()).toMatchObject([{ level: 40, msg: 'free disk space is not known: there is no floor' }])
  }
})

test('a failed check keeps the result of the last one', async () => {
  const floor = floorOver([free(1), new Error('away'), null, free(900)])
  const seen: boolean[] = []

  for (let count = 0; count < 4; count += 1) {
    await floor.check()
    seen.push(floor.isReached())
  }

  expect(seen).toEqual([true, true, true, false])
})

test('with a floor of 0 the disk is never read', async () => {
  const floor = floorOver([free(0)], 0)

  await floor.check()

  expect([floor.reads(), floor.isReached()]).toEqual([0, false])
})
