import { execFileSync } from 'node:child_process'
import { appendFileSync, globSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { plantedCheckout } from './planted-checkout.ts'

// What `npm run check` itself does with its checks; check.test.ts tries each of them.

interface Manifest {
  name: string
  scripts?: Record<string, string>
  [field: string]: unknown
}

const readManifest = (path: string): Manifest =>
  JSON.parse(readFileSync(new URL(`../${path}`, import.meta.url), 'utf8'))

const appPath = 'apps/dashboard/package.json'
const [root, app] = [readManifest('package.json'), readManifest(appPath)]
const isCheck = (script: string) => script.startsWith('check:')

const checksOf = ({ name, scripts = {} }: Manifest) =>
  Object.keys(scripts)
    .filter(isCheck)
    .map((script) => `<${name} ${script}>`)

/** The manifest with checks that only write their name, to their output and a file; those in `exitCodes` end with that code. */
function withEchoes({ scripts = {}, ...manifest }: Manifest, exitCodes: Record<string, number>): string {
  const echoes = Object.keys(scripts)
    .filter(isCheck)
    .map((script) => [
      script,
      `echo '<${manifest.name} ${script}>' | tee ${script}.ran; exit ${exitCodes[script] ?? 0}`,
    ])
  return JSON.stringify({ ...manifest, scripts: { ...scripts, ...Object.fromEntries(echoes) } })
}

/** A checkout of such manifests, and one run of its checks: those that ran, in this run, write their names. */
function echoingCheckout(exitCodes: Record<string, number> = {}) {
  const manifests = { 'package.json': withEchoes(root, exitCodes), [appPath]: withEchoes(app, exitCodes) }
  const checkout = plantedCheckout({ ...manifests, '.gitignore': '.turbo/\nnode_modules\n*.ran\n' })
  const { folder } = checkout
  // turbo asks git for the files; without a repository it would also count ignored ones.
  for (const command of [
    ['init', '--quiet'],
    ['add', '.'],
  ])
    execFileSync('git', command, { cwd: folder })
  return {
    folder,
    async runAll() {
      const { exitCode, output } = await checkout.run('check')
      const paths = globSync('{.,apps/*}/*.ran', { cwd: folder }).map((path) => join(folder, path))
      const ran = paths.map((path) => readFileSync(path, 'utf8').trim())
      for (const path of paths) rmSync(path)
      return { exitCode, output, ran: ran.sort() }
    },
    [Symbol.dispose]: () => checkout[Symbol.dispose](),
  }
}

test('npm run check runs every check of the root and of a web app, and prints no more than that they passed', async () => {
  using checkout = echoingCheckout()

  const { exitCode, output, ran } = await checkout.runAll()

  expect(ran).toEqual([...checksOf(root), ...checksOf(app)].sort())
  expect(exitCode).toBe(0)
  expect(output).not.toContain('<')
})

test('where two checks fail, the others run all the same, both findings are printed, and the exit code is 1', async () => {
  using checkout = echoingCheckout({ 'check:biome': 1, 'check:knip': 2 })

  const { exitCode, output, ran } = await checkout.runAll()

  expect(ran).toHaveLength(checksOf(root).length + checksOf(app).length)
  expect(exitCode).toBe(1)
  for (const failed of ['<inlet check:biome>', '<inlet check:knip>']) expect(output).toContain(failed)
  expect(output).not.toContain('<inlet check:imports>')
})

test('where one check fails, with any code, the exit code is 1', async () => {
  using checkout = echoingCheckout({ 'check:types': 2 })

  const { exitCode, output } = await checkout.runAll()

  expect(exitCode).toBe(1)
  for (const failed of ['<inlet check:types>', '<@inlet/dashboard check:types>']) expect(output).toContain(failed)
})

test('a check runs again only where a file that it reads, its own code, its settings or the lockfile changed', async () => {
  using checkout = echoingCheckout()
  await checkout.runAll()
  const append = (path: string) => appendFileSync(join(checkout.folder, path), '\n')

  const unchanged = await checkout.runAll()
  append('redocly.yaml')
  const settings = await checkout.runAll()
  append('tooling/check-imports.ts')
  const code = await checkout.runAll()
  append('tsconfig.web.json')
  const types = await checkout.runAll()
  append('package-lock.json')
  const lockfile = await checkout.runAll()

  expect(unchanged.ran).toEqual(['<inlet check:contract>'])
  expect(settings.ran).toContain('<inlet check:openapi>')
  expect(settings.ran).not.toContain('<inlet check:client-types>')
  expect(code.ran).toContain('<inlet check:imports>')
  expect(types.ran).toContain('<@inlet/dashboard check:types>')
  expect(lockfile.ran).toEqual([...checksOf(root), ...checksOf(app)].sort())
})
