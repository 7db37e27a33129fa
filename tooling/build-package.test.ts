import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { publint } from 'publint'
import ts from 'typescript'
import { afterAll, beforeAll, expect, test } from 'vitest'

const run = promisify(execFile)
const root = resolve(import.meta.dirname, '..')
/** Outside the checkout, so that nothing is found but what was built. */
const folder = mkdtempSync(join(tmpdir(), 'inlet-built-'))

/** Folder and name. */
const built = [
  ['sdk', 'client'],
  ['playwright', 'playwright'],
  ['cypress', 'cypress'],
  ['mcp', 'mcp'],
] as const

beforeAll(async () => {
  await Promise.all(built.map(([source, name]) => build(source, name)))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function build(source: string, name: string): Promise<void> {
  const out = join(folder, 'node_modules', '@inlet', name)
  mkdirSync(out, { recursive: true })
  await run(process.execPath, [join(root, 'tooling/build-package.ts'), '--out', out], {
    cwd: join(root, 'packages', source),
  })
}

/** This run's Node, and those of the machine: the client runs on older ones than the server. */
const nodes = new Set([
  process.execPath,
  ...(process.env.PATH ?? '')
    .split(delimiter)
    .filter((path) => !path.includes('node_modules'))
    .map((path) => join(path, 'node'))
    .filter(existsSync),
])

const use = `
const key = 'inlet_live_key'
const inlet = new Inlet({ baseUrl: 'http://127.0.0.1:9', apiKey: key, callTimeoutMs: 1 })
const isError = (() => { try { verifyWebhook({}, '', 'whsec_') } catch (error) { return error instanceof InletError } })()
console.log(typeof inlet.waitForCode, isError, Object.keys(inletTasks({ baseUrl: 'http://127.0.0.1:9', apiKey: key })).length)
`

test.each([
  [
    'import',
    'main.mjs',
    `import { Inlet, InletError, verifyWebhook } from '@inlet/client'
import { inletTasks } from '@inlet/cypress'`,
  ],
  [
    'require',
    'main.cjs',
    `const { Inlet, InletError, verifyWebhook } = require('@inlet/client')
const { inletTasks } = require('@inlet/cypress')`,
  ],
])('the built packages are loaded by %s, on every Node of this machine', async (_, name, load) => {
  const path = join(folder, name)
  writeFileSync(path, load + use)

  for (const node of nodes) {
    const { stdout, stderr } = await run(node, [path])
    expect({ node, stdout, stderr }).toEqual({ node, stdout: 'function true 6\n', stderr: '' })
  }
})

test.each([
  ['main.mts', ts.ModuleResolutionKind.NodeNext],
  ['main.cts', ts.ModuleResolutionKind.NodeNext],
  ['main.ts', ts.ModuleResolutionKind.Node10],
  ['main.ts', ts.ModuleResolutionKind.Bundler],
])('its types hold without those of Node, in %s by module resolution %s', (name, moduleResolution) => {
  const path = join(folder, name)
  const errorsOf = (text: string) => errorsIn(path, text, moduleResolution)
  const good = `import { Inlet, type MessageWith } from '@inlet/client'
import '@inlet/cypress/commands'
export const link = (cy: Cypress.Chainable) => cy.waitForLink('', { link: /verify/ })
const inlet = new Inlet()
export const links = async (): Promise<string[]> => (await inlet.message('', { include: ['links'] })).links.map(({ url }) => url)
export const read = (message: MessageWith<'headers'>): string | null => message.otpCode
`
  const faulty = `${good}export const code: Promise<number> = inlet.waitForCode('', { form: 'acme.com' })\n`

  expect(errorsOf(good)).toEqual([])
  expect(errorsOf(faulty)).toEqual([
    expect.stringContaining(`Type 'Promise<string>' is not assignable`),
    expect.stringContaining(`'form' does not exist in type 'WaitOptions & OpenOptions'`),
  ])
})

test.each(built)('publint finds no error in what is published of %s', async (_, name) => {
  const pkgDir = join(folder, 'node_modules/@inlet', name)

  const { messages } = await publint({ pkgDir, pack: 'npm', strict: true })

  expect(messages).toEqual([])
})

test.each(built)(
  'attw finds nothing wrong with the types of %s, however TypeScript looks for them',
  async (_, name) => {
    const cwd = join(folder, 'node_modules/@inlet', name)
    const { stdout } = await run('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder], { cwd })

    const analysis = await checkPackage(createPackageFromTarballData(readFileSync(join(folder, stdout.trim()))))

    expect(analysis.types === false ? [] : analysis.problems).toEqual([])
    expect(analysis.types === false).toBe(name === 'mcp')
  },
)

test('attw finds types that `moduleResolution: node` does not', async () => {
  const cwd = join(folder, 'without-types')
  mkdirSync(cwd)
  const exports = { './deep': { types: './lib/deep.d.ts', default: './lib/deep.js' } }
  writeFileSync(join(cwd, 'package.json'), JSON.stringify({ name: 'without-types', version: '1.0.0', exports }))
  mkdirSync(join(cwd, 'lib'))
  writeFileSync(join(cwd, 'lib/deep.d.ts'), 'export declare const deep: number')
  writeFileSync(join(cwd, 'lib/deep.js'), 'exports.deep = 1')
  const { stdout } = await run('npm', ['pack', '--silent', '--pack-destination', folder], { cwd })

  const analysis = await checkPackage(createPackageFromTarballData(readFileSync(join(folder, stdout.trim()))))

  expect(analysis).toMatchObject({ problems: [{ kind: 'NoResolution', resolutionKind: 'node10' }] })
})

test('the commands of Cypress are still there in a bundle, and what is unused of the client is not', async () => {
  const entry = join(folder, 'e2e.js')
  writeFileSync(entry, `import '@inlet/cypress/commands'\nimport { Inlet, verifyWebhook } from '@inlet/client'`)
  const { build: bundle } = createRequire(fileURLToPath(import.meta.resolve('vitest')))('vite')

  const { output } = await bundle({
    root: folder,
    logLevel: 'silent',
    build: { write: false, minify: false, ssr: entry },
    ssr: { noExternal: true },
  })

  expect(output[0].code).toContain('inlet:waitForCode')
  expect(output[0].code).not.toContain('webhook-signature')
})

test('publint finds an entry point that is not published', async () => {
  const pkgDir = join(folder, 'faulty')
  mkdirSync(pkgDir)
  const manifest = { name: 'faulty', version: '1.0.0', type: 'module', exports: './index.js', files: ['other.js'] }
  writeFileSync(join(pkgDir, 'package.json'), JSON.stringify(manifest))

  const { messages } = await publint({ pkgDir, pack: 'npm', strict: true })

  expect(messages.map(({ code }) => code)).toEqual(['FILE_DOES_NOT_EXIST'])
})

test('a package names the release of the client that it was built with', () => {
  const manifest = (name: string) =>
    JSON.parse(readFileSync(join(folder, 'node_modules/@inlet', name, 'package.json'), 'utf8'))
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

  expect(manifest('client')).toMatchObject({ version, engines: { node: '>=20' } })
  expect(manifest('client').dependencies).toBeUndefined()
  expect(manifest('playwright')).toMatchObject({ version, dependencies: { '@inlet/client': version } })
})

test.each(built)('what is packed of %s is its code, its README and the MIT licence', async (_, name) => {
  const cwd = join(folder, 'node_modules/@inlet', name)

  const { stdout } = await run('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], { cwd })

  const [{ files }]: [{ files: { path: string }[] }] = JSON.parse(stdout)
  const atTop = new Set(files.map(({ path }) => path.split('/')[0]))
  expect([...atTop].toSorted()).toEqual(['LICENSE', 'README.md', 'cjs', 'esm', 'package.json'])
  expect(JSON.parse(readFileSync(join(cwd, 'package.json'), 'utf8'))).toMatchObject({ license: 'MIT' })
  expect(readFileSync(join(cwd, 'LICENSE'), 'utf8')).toMatch(
    /^MIT License\n\nCopyright \(c\) \d{4} the Inlet authors\n/,
  )
})

/** What a strict project of a customer says of a file. */
function errorsIn(path: string, text: string, moduleResolution: ts.ModuleResolutionKind): string[] {
  writeFileSync(path, text)
  const program = ts.createProgram([path], {
    module: moduleResolution === ts.ModuleResolutionKind.NodeNext ? ts.ModuleKind.NodeNext : ts.ModuleKind.ES2022,
    moduleResolution,
    target: ts.ScriptTarget.ES2022,
    lib: ['lib.es2022.d.ts', 'lib.dom.d.ts'],
    types: [],
    strict: true,
    noEmit: true,
  })
  return ts.getPreEmitDiagnostics(program).map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))
}
