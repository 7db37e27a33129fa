import { expect, test, vi } from 'vitest'
import { plantedCheckout, webApp } from './planted-checkout.ts'

// Each check is a process of its own, and many of them run at a time.
vi.setConfig({ testTimeout: 120_000 })

const good = `export const subject = 'mail'\n`

/** The error that is planted, the check that must refuse it, and a part of its output. */
const plants: { what: string; check: string; says: string; files: Record<string, string> }[] = [
  {
    what: "the browser's document in the server",
    check: 'types',
    says: "apps/server/src/planted.ts(1,22): error TS2584: Cannot find name 'document'",
    files: { 'apps/server/src/planted.ts': 'export const title = document.title\n' },
  },
  {
    what: 'types of the client that are not what the document says',
    check: 'client-types',
    says: 'packages/sdk/src/generated-api.ts is not what docs/openapi.json says',
    files: {
      'docs/openapi.json': JSON.stringify({
        openapi: '3.1.1',
        info: { title: 'Inlet', version: '1' },
        paths: {},
        components: { parameters: {}, schemas: { Error: { type: 'string' } } },
      }),
      'packages/sdk/src/generated-api.ts': good,
    },
  },
  {
    what: 'a path that does not exist',
    check: 'doc-paths',
    says: 'docs/planted.md:3  there is no packages/core/src/gone.ts',
    files: {
      'docs/planted.md':
        '# Planted\n\nSee `packages/core/src/gone.ts`, `tooling/check-imports.ts` and `/v1/messages.json`.\n',
    },
  },
  {
    what: 'a README of more than 6 kB',
    check: 'doc-paths',
    says: 'README.md:1  it has 6001 bytes, and may have 6000',
    files: { 'README.md': `${'a'.repeat(6000)}\n` },
  },
  {
    what: 'an ARCHITECTURE of more than 8 kB',
    check: 'doc-paths',
    says: 'docs/ARCHITECTURE.md:1  it has 8001 bytes, and may have 8000',
    files: { 'docs/ARCHITECTURE.md': `${'a'.repeat(8000)}\n` },
  },
  {
    what: 'a link to a document that does not exist',
    check: 'doc-paths',
    says: 'docs/planted.md:2  a link leads to docs/gone.md, which does not exist',
    files: {
      'docs/planted.md': '[a](https://example.com) [b](planted.md#b) [c](#c) [d](../package.json)\n[e](gone.md#e)\n',
    },
  },
  {
    what: 'a promise that floats',
    check: 'oxlint',
    says: 'packages/core/src/planted.ts:2:3: Promises must be awaited',
    files: { 'packages/core/src/planted.ts': 'export const planted = () => {\n  Promise.resolve(1)\n}\n' },
  },
  {
    what: "a driver's promise that floats",
    check: 'oxlint',
    says: 'packages/core/src/planted.ts:3:3: Promises must be awaited',
    files: {
      'packages/core/src/planted.ts': `import type { Collection } from 'mongodb'
export function plant(things: Collection): void {
  things.deleteMany({})
}\n`,
    },
  },
  ...[
    [
      'quadratic at the end of a text',
      '/^[\\s\'"]+|[\\s\'"]+$/g',
      'more than linear time: a repetition that begins anew',
    ],
    ['quadratic between two repetitions', '/^0*\\.?0+(?:px)?$/', 'more than linear time: two repetitions'],
    ['exponential', '/^(?:a+)+$/', 'exponential time: a repetition inside'],
  ].map(([what = '', pattern = '', says = '']) => ({
    what: `a pattern that is ${what}`,
    check: 'patterns',
    says: `packages/core/src/planted.ts:2  ${pattern} takes ${says}`,
    files: { 'packages/core/src/planted.ts': `${good}export const pattern = ${pattern}\n` },
  })),
  {
    what: 'two files that import each other',
    check: 'oxlint',
    says: 'Dependency cycle detected',
    files: {
      'packages/core/src/planted.ts': `import { other } from './other.ts'\n\nexport const planted = () => other\n`,
      'packages/core/src/other.ts': `import { planted } from './planted.ts'\n\nexport const other = () => planted\n`,
    },
  },
  {
    what: 'an async function as an event listener',
    check: 'oxlint',
    says: 'packages/core/src/planted.ts:2:40: Promise returned in function argument where a void return was expected',
    files: {
      'packages/core/src/planted.ts': `import { EventEmitter } from 'node:events'
new EventEmitter().on('mail', async () => {})\n`,
    },
  },
]

test.concurrent.each(plants)('$what is refused by check:$check', async ({ check, says, files }) => {
  using checkout = plantedCheckout(files)

  const verdict = await checkout.check(check)

  expect(verdict.output).toContain(says)
  expect(verdict.isGood).toBe(false)
})

/** A Biome rule and code that breaks it. */
const lines: [rule: string, line: string][] = [
  ['nursery/noUnsafeTypeAssertion', `export const planted = JSON.parse('1') as number`],
  ['nursery/noUnsafeTypeAssertion', `export const planted = <number>JSON.parse('1')`],
  ['suspicious/noExplicitAny', `export const planted: any = 1`],
  ['style/noNonNullAssertion', `export const planted = [1][0]!`],
  ['style/noEnum', `export enum Planted {\n  One = 1,\n}`],
  ['style/noDefaultExport', `export default 1`],
  ['style/noProcessEnv', `export const planted = process.env.HOME`],
  [
    'style/noUselessElse',
    `export function planted(n: number) {\n  if (n) {\n    return 1\n  } else {\n    return 2\n  }\n}`,
  ],
  [
    'style/noExcessiveLinesPerFile',
    Array.from({ length: 301 }, (_, n) => `export const planted${n} = ${n}`).join('\n'),
  ],
  ['style/useImportType', `import { Db } from 'mongodb'\n\nexport type Planted = Db`],
  ['complexity/useMaxParams', `export const planted = (a: 1, b: 2, c: 3, d: 4) => a + b + c + d`],
  ['performance/noBarrelFile', `export { z } from 'zod'`],
  ['correctness/noUnusedImports', `import { z } from 'zod'\n\nexport const planted = 1`],
  ['correctness/noUnusedVariables', `const planted = 1`],
  ['correctness/useImportExtensions', `import { other } from './other'\n\nexport const planted = other`],
]

test.concurrent.each(lines)('Biome refuses what breaks %s', async (rule, line) => {
  using checkout = plantedCheckout({ 'packages/core/src/planted.ts': `${line}\n`, 'packages/core/src/other.ts': good })

  const verdict = await checkout.check('biome')

  expect(verdict.output).toMatch(new RegExp(`packages/core/src/planted\\.ts\\S* lint/${rule}`))
  expect(verdict.isGood).toBe(false)
})

test.concurrent('Biome refuses a file name that is not in kebab-case', async () => {
  using checkout = plantedCheckout({ 'packages/core/src/plantedFile.ts': good })

  const verdict = await checkout.check('biome')

  expect(verdict.output).toContain('lint/style/useFilenamingConvention')
  expect(verdict.isGood).toBe(false)
})

test.concurrent.each(['biome', 'types', 'imports', 'oxlint', 'doc-paths', 'patterns'])(
  'good code passes check:%s',
  async (check) => {
    using checkout = plantedCheckout({
      'README.md': 'See `packages/core/src/index.ts`, `read-mail.200.test.ts`, `npm ci`, `*.md` and `x-model.ts`.\n',
      'packages/core/src/services/x-model.ts': `${good}export const other = [subject] as const\n`,
      'packages/core/src/services/read-mail.200.test.ts': `import { subject as topic } from './x-model.ts'

async function read(): Promise<string> {
  return topic
}

export const planted = read
export const name = /^[a-z]+(?:-[a-z]+)*$/
await read()
read().catch(() => undefined)
`,
      'packages/core/src/schema/collections.ts': `import { other } from '../services/x-model.ts'

export const collections = other
`,
      'packages/core/src/index.ts': `export { collections } from './schema/collections.ts'\n`,
    })

    expect(await checkout.check(check)).toMatchObject({ isGood: true })
  },
)

// The type of the router is read from all of the API's sources.
test('a web app may use the document, JSX, the contract and the type of the router', { timeout: 300_000 }, async () => {
  using checkout = plantedCheckout(webApp)

  const [imports, types] = [await checkout.check('imports'), await checkout.check('types', 'apps/planted')]

  expect(imports).toEqual({ isGood: true, output: '' })
  expect(types).toEqual({ isGood: true, output: '' })
})
