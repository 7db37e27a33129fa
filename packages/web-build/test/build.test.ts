import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { childEnvironment } from '@inlet/runtime'
import { waitFor } from '@inlet/testkit'
import { expect, test, vi } from 'vitest'

const project = fileURLToPath(new URL('../../../', import.meta.url))
const run = promisify(execFile)
// A build is a process of its own, on a machine that runs other tests.
const buildLimitMs = 120_000
vi.setConfig({ testTimeout: buildLimitMs })

/** A copy of all that a build reads, with one small script as the app. */
async function copiedProject() {
  const folder = await mkdtemp(join(tmpdir(), 'inlet-web-build-'))
  const app = join(folder, 'apps', 'inbox')
  await symlink(join(project, 'node_modules'), join(folder, 'node_modules'))
  const shared = ['package-lock.json', 'tsconfig.base.json', 'tsconfig.web.json']
  for (const path of [...shared, 'packages/web-build', 'packages/contract/src'])
    await cp(join(project, path), join(folder, path), { recursive: true })
  for (const name of ['index.html', 'package.json', 'tsconfig.json', 'vite.config.ts'])
    await cp(join(project, 'apps', 'inbox', name), join(app, name))
  const write = (script: string) => writeFile(join(app, 'src', 'main.tsx'), script)
  await mkdir(join(app, 'src'))
  await write('document.title = "one"\n')
  const entry = join(folder, 'packages', 'web-build', 'src', 'index.ts')
  // As `npm start` has it.
  const env = childEnvironment({ NODE_COMPILE_CACHE: 'node_modules/.cache/inlet-compiled' })
  const program = `import { provideWebApps } from ${JSON.stringify(entry)}; await provideWebApps(console.log, ['inbox'])`
  return {
    write,
    /** Where there is no bundle or an old one, builds it. @returns what it said */
    provide: async () => (await run(process.execPath, ['--input-type=module', '--eval', program], { env })).stdout,
    script: join(app, 'src', 'main.tsx'),
    /** Leaves the bundle alone. */
    removeSources: async () => {
      for (const name of await readdir(app)) if (name !== 'dist') await rm(join(app, name), { recursive: true })
    },
    /** The names in the app's folder. */
    names: () => readdir(app),
    /** The script of the bundle in its three codings, and when it was made. */
    async built() {
      const assets = join(app, 'dist', 'assets')
      const name = (await readdir(assets)).find((each) => each.endsWith('.js')) ?? ''
      const read = (ending: string) => readFile(join(assets, `${name}${ending}`))
      const { ino, mode } = await stat(join(app, 'dist'))
      const [identity, br, gz] = [await read(''), await read('.br'), await read('.gz')]
      return { name, ino, mode, script: identity.toString(), br, gz }
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  }
}

test('a bundle is built where there is none, with its compressed forms, and again only from other sources', async () => {
  await using copy = await copiedProject()

  const first = await copy.provide()
  const one = await copy.built()
  await utimes(copy.script, new Date(), new Date())
  const second = await copy.provide()
  const same = await copy.built()
  await copy.write('document.title = "two"\n')
  const third = await copy.provide()
  const two = await copy.built()

  expect([first, second, third]).toEqual([expect.stringMatching(/^Building .*\n$/), '', first])
  expect(one.script).toMatch(/title=["'`]one["'`]/)
  expect(one.mode & 0o777, 'for a server that runs as another user').toBe(0o755)
  expect([brotliDecompressSync(one.br).toString(), gunzipSync(one.gz).toString()]).toEqual([one.script, one.script])
  expect(same).toEqual(one)
  expect(two.script).toMatch(/title=["'`]two["'`]/)
  expect(two.name).not.toBe(one.name)
})

test('a bundle without its sources, as in a container image, is taken as it is', async () => {
  await using copy = await copiedProject()
  await copy.provide()
  const built = await copy.built()
  await copy.removeSources()

  const said = await copy.provide()

  expect(said).toBe('')
  expect(await copy.built()).toEqual(built)
  expect(await copy.names()).toEqual(['dist'])
})

test('a build that fails says why, leaves the old bundle and nothing else', async () => {
  await using copy = await copiedProject()
  await copy.provide()
  const before = await copy.built()
  const names = await copy.names()

  await copy.write('import "./missing.ts"\n')
  const error = await copy.provide().catch((error: Error) => error.message)

  expect(error).toMatch(/WebBuildError: The web app inbox could not be built/)
  expect(error).toMatch(/missing\.ts/)
  expect(await copy.built()).toEqual(before)
  expect(await copy.names()).toEqual(names)
})

test('several processes may build at once, and the bundle of the first one stays: another process may read it by now', async () => {
  await using copy = await copiedProject()
  const names = await copy.names()

  const building = Promise.all([copy.provide(), copy.provide(), copy.provide()])
  const first = await waitFor(() => copy.built().catch(() => null), buildLimitMs)
  await building

  expect(first.script).toMatch(/title=["'`]one["'`]/)
  expect(await copy.built()).toEqual(first)
  expect(await copy.provide()).toBe('')
  expect((await copy.names()).sort()).toEqual([...names, 'dist'].sort())
})
