import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../test/temporary-folder.ts'
import { opensDataOf, readLocalState, writeLocalState } from './local-state.ts'

test('what was written is read again', async () => {
  await using folder = await temporaryFolder()
  const state = { port: 27017, pid: 5, version: '6.0.5' }

  await writeLocalState(folder.path, state)

  expect(await readLocalState(folder.path)).toEqual(state)
})

test.each(['', '{', '[]', '{"port":0,"pid":1,"version":"6.0.5"}', '{"port":"27017"}'])(
  'a damaged file (%j) is as good as none',
  async (content) => {
    await using folder = await temporaryFolder()
    await writeFile(join(folder.path, 'state.json'), content)

    expect(await readLocalState(folder.path)).toBeNull()
  },
)

test.each([
  ['6.0.5', { major: 6, minor: 0 }, true],
  ['8.0.28', { major: 8, minor: 2 }, true],
  ['8.2.1', { major: 8, minor: 0 }, false],
  ['6.0.5', { major: 7, minor: 0 }, false],
  ['7.0.1', { major: 6, minor: 0 }, false],
])('data of %s opened by %j: %s', (recorded, version, expected) => {
  expect(opensDataOf(recorded, { ...version, text: '' })).toBe(expected)
})
