import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../test/temporary-folder.ts'
import { readLocalState, writeLocalState } from './local-state.ts'

test('the state is read as it was written', async () => {
  await using folder = await temporaryFolder()
  const state = { port: 27017, pid: 5, version: '6.0.5' }

  await writeLocalState(folder.path, state)

  expect(await readLocalState(folder.path)).toEqual(state)
})

test.each(['', '{', '[]', '{"port":0,"pid":1,"version":"6.0.5"}', '{"port":"27017"}'])(
  'a damaged file (%j) counts as missing',
  async (content) => {
    await using folder = await temporaryFolder()
    await writeFile(join(folder.path, 'state.json'), content)

    expect(await readLocalState(folder.path)).toBeNull()
  },
)
