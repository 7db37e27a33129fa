import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { groups } from './run-groups.ts'
import { digestOf } from './seen-groups.ts'

test.each(groups)('git has all that the group $name looks at', (group) => {
  expect(() => digestOf(group)).not.toThrow()
})

test('a group has another digest after a change, and none while a change is not committed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'inlet-groups-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@x.example', ...args], { cwd: folder })
  const write = (text: string) => writeFile(join(folder, 'input.txt'), text)
  const commit = () => [git('add', '.'), git('commit', '-q', '-m', 'x')]
  const digest = () => digestOf({ inputs: ['input.txt'] }, folder)
  git('init', '-q')
  await write('first')
  commit()

  const first = digest()
  await write('second')
  const dirty = digest()
  commit()
  const second = digest()
  await write('first')
  commit()

  expect(dirty).toBeNull()
  expect(first).toMatch(/^[0-9a-f]{64}$/)
  expect(second).not.toBe(first)
  expect(digest()).toBe(first)
})

test('an input that git does not have is an error, since its group would never run', async () => {
  expect(() => digestOf({ inputs: ['deploy/nothing'] })).toThrow('git has no deploy/nothing')
})
