import { chmod, chown, mkdir, readdir, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { canChangeUser, nobody } from '../../test/as-nobody.ts'
import { temporaryFolder } from '../../test/temporary-folder.ts'
import { MongodError } from '../errors.ts'
import { makeDataFolder, prepareDataFolder } from './data-folder.ts'

const quiet = () => {}
const modeOf = async (path: string) => (await stat(path)).mode & 0o777

test('rights of other users are removed, which is reported in one line, once', async () => {
  await using outside = await temporaryFolder()
  const dataDir = join(outside.path, 'data')
  const file = join(dataDir, 'mongo', 'data', 'collection.wt')
  await mkdir(join(dataDir, 'mongo', 'data'), { recursive: true })
  await writeFile(file, '')
  for (const [path, mode] of [
    [file, 0o664],
    [join(dataDir, 'mongo'), 0o755],
    [dataDir, 0o770],
  ] as const) {
    await chmod(path, mode)
  }
  const lines: string[] = []

  for (let start = 0; start < 2; start += 1) await prepareDataFolder(dataDir, (line) => lines.push(line))

  expect(await Promise.all([dataDir, join(dataDir, 'mongo'), file].map(modeOf))).toEqual([0o700, 0o700, 0o600])
  expect(lines).toEqual([
    expect.stringMatching(/^Other users of this machine had rights in \S+; now nobody else has\.$/),
  ])
})

test('a folder whose owner has no rights gets them back', async () => {
  await using outside = await temporaryFolder()
  await prepareDataFolder(outside.path, quiet)
  await chmod(join(outside.path, 'mongo', 'data'), 0o500)

  await prepareDataFolder(outside.path, quiet)

  expect(await modeOf(join(outside.path, 'mongo', 'data'))).toBe(0o700)
})

test.each([
  ['is a file', ''],
  ['is below a file', 'below'],
])('a data folder that %s is refused in one sentence', async (_, below) => {
  await using outside = await temporaryFolder()
  const file = join(outside.path, 'file')
  await writeFile(file, '')

  const refusal = prepareDataFolder(join(file, below), quiet)

  await expect(refusal).rejects.toThrow(MongodError)
  await expect(refusal).rejects.toThrow(
    /^The data folder \S+ cannot be made: there is a file in its way\. .+INLET_DATA_DIR\.$/,
  )
})

test('a folder of another user is refused in one sentence and not changed', async () => {
  await using outside = await temporaryFolder()
  const foreign = join(outside.path, 'foreign')
  await mkdir(foreign, { mode: 0o755 })
  if (canChangeUser) await chown(foreign, nobody, nobody)
  // Without root the test cannot make one; `/` belongs to root.
  const dataDir = canChangeUser ? foreign : '/'

  const refusal = prepareDataFolder(dataDir, quiet)

  await expect(refusal).rejects.toThrow(MongodError)
  await expect(refusal).rejects.toThrow(
    canChangeUser ? /belongs to another user \(number 65534, and this is 0\)/ : /may not write/,
  )
  expect((await stat(dataDir)).mode & 0o777).toBe(0o755)
})

test.each([
  ['has the sticky bit', 0o1777, []],
  ['has the sticky bit and a database', 0o1777, ['mongo/state.json']],
  ['others may write to, with files of another program', 0o775, ['package.json']],
  ['others may write to, with files beside one with the name of ours', 0o757, ['package.json', 'demo.json']],
  ['has a folder mongo of another program', 0o755, ['mongo/data/notes', 'notes']],
] as const)('a folder that %s is refused in one sentence and not changed', async (_, mode, files) => {
  await using outside = await temporaryFolder()
  await fill(outside.path, files)
  await chmod(outside.path, mode)
  const before = await readdir(outside.path, { recursive: true })

  for (const make of [makeDataFolder, (path: string) => prepareDataFolder(path, quiet)]) {
    const refusal = make(outside.path)
    await expect(refusal).rejects.toThrow(MongodError)
    await expect(refusal).rejects.toThrow(
      /^\S+ is .+: name a folder of its own in INLET_DATA_DIR, such as \S+\/inlet\.$/,
    )
  }
  expect((await stat(outside.path)).mode & 0o7777).toBe(mode)
  expect(await readdir(outside.path, { recursive: true })).toEqual(before)
})

test.each([
  ['is empty', []],
  ['is the root of a disk', ['lost+found/inode']],
  ['has the demo of a server with another database', ['demo.json', 'demo.json.17', 'demo.lock', 'demo.lock.f00']],
] as const)('a folder that %s is accepted', async (_, files) => {
  await using outside = await temporaryFolder()
  await fill(outside.path, files)
  await chmod(outside.path, 0o755)

  await makeDataFolder(outside.path)
  await prepareDataFolder(outside.path, quiet)

  expect(await modeOf(outside.path)).toBe(0o700)
})

test.each([
  ['a log', 0o755, ['server.log']],
  ['a log, that is private', 0o700, ['server.log']],
  ['a database, and whatever else its owner put there', 0o755, ['mongo/state.json', 'backup.archive']],
  ['the same, to which others may write', 0o775, ['mongo/state.json', 'backup.archive']],
] as const)('a folder with %s, is accepted and keeps its read rights', async (_, mode, files) => {
  await using outside = await temporaryFolder()
  await fill(outside.path, files)
  await chmod(outside.path, mode)

  for (let start = 0; start < 2; start += 1) await prepareDataFolder(outside.path, quiet)

  expect(await modeOf(outside.path)).toBe(mode & 0o755)
  expect(await modeOf(join(outside.path, 'mongo'))).toBe(0o700)
})

async function fill(folder: string, files: readonly string[]): Promise<void> {
  for (const file of files) {
    await mkdir(dirname(join(folder, file)), { recursive: true })
    await writeFile(join(folder, file), '')
  }
}
