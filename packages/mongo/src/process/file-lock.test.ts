import { spawnSync } from 'node:child_process'
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../test/temporary-folder.ts'
import { holdLock, isLockHeld, whileLocked } from './file-lock.ts'
import { identifyProcess } from './process-identity.ts'

test('only one caller works at a time, and no file remains', async () => {
  await using folder = await temporaryFolder()
  const path = join(folder.path, 'lock')
  let working = 0
  let most = 0

  await Promise.all(
    Array.from({ length: 5 }, () =>
      whileLocked(path, 20_000, async () => {
        working += 1
        most = Math.max(most, working)
        await new Promise((resolve) => setImmediate(resolve))
        working -= 1
      }),
    ),
  )

  expect(most).toBe(1)
  expect(await readdir(folder.path)).toEqual([])
})

test.each([
  ['a dead process', JSON.stringify({ pid: deadPid(), startTicks: null, nonce: 'x' })],
  ['a dead process whose number a new process has', JSON.stringify({ pid: process.pid, startTicks: '1', nonce: 'x' })],
  ['a holder that cannot be read', '{'],
])('the lock of %s is taken over', async (_, content) => {
  await using folder = await temporaryFolder()
  const path = join(folder.path, 'lock')
  await writeFile(path, content)

  expect(await whileLocked(path, 5_000, async () => 'done')).toBe('done')
  expect(await readdir(folder.path)).toEqual([])
})

test('a caller waits for a living holder up to the limit, and the holder keeps its lock', async () => {
  await using folder = await temporaryFolder()
  const path = join(folder.path, 'lock')
  await writeFile(path, JSON.stringify({ ...identifyProcess(process.pid), nonce: 'x' }))

  await expect(whileLocked(path, 120, async () => 'done')).rejects.toThrow(
    /^Another process holds \S+ and does not release it\.$/,
  )
  expect(await readdir(folder.path)).toEqual(['lock'])
})

test('the lock is released when the work fails', async () => {
  await using folder = await temporaryFolder()
  const path = join(folder.path, 'lock')

  await expect(whileLocked(path, 100, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await whileLocked(path, 100, async () => 'done')).toBe('done')
})

test('nobody else gets a held lock until it is released or its holder is dead', async () => {
  await using folder = await temporaryFolder()
  const path = join(folder.path, 'lock')

  const before = await isLockHeld(path)
  const mine = await holdLock(path)
  const refused = await holdLock(path)
  const during = await isLockHeld(path)
  await mine?.release()
  await writeFile(path, JSON.stringify({ pid: deadPid(), startTicks: null, nonce: 'x' }))
  const after = await isLockHeld(path)
  const next = await holdLock(path)

  expect([before, during, after]).toEqual([false, true, false])
  expect([mine !== null, refused, next !== null]).toEqual([true, null, true])
})

function deadPid(): number {
  return spawnSync('sh', ['-c', 'exit 0']).pid
}
