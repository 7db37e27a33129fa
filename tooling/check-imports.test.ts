import { expect, test, vi } from 'vitest'
import { plantedCheckout, webApp } from './planted-checkout.ts'

// Each check is a process of its own, and many of them run at a time.
vi.setConfig({ testTimeout: 120_000 })

const good = `export const subject = 'mail'\n`

/** The import that is planted, and a part of the check's output. */
const plants: { what: string; says: string; files: Record<string, string> }[] = [
  {
    what: 'core importing api',
    says: 'packages/core/src/planted.ts:2  packages/core may not import @inlet/api',
    files: { 'packages/core/src/planted.ts': `${good}export { router } from '@inlet/api'\n` },
  },
  {
    what: 'contract depending on mail',
    says: 'packages/contract/package.json:1  packages/contract may not depend on mail at run time',
    files: {
      'packages/contract/package.json': `{ "name": "@inlet/contract", "dependencies": { "@inlet/mail": "*" } }\n`,
    },
  },
  {
    what: 'jobs depending on mail',
    says: 'packages/jobs may not depend on mail at run time',
    files: { 'packages/jobs/package.json': `{ "name": "@inlet/jobs", "dependencies": { "@inlet/mail": "*" } }\n` },
  },
  {
    what: 'a package that is in no package.json of its folder',
    says: 'packages/ingest may not import @inlet/identity: it is not in its package.json',
    files: { 'packages/ingest/src/planted.test.ts': `import '@inlet/identity'\n` },
  },
  {
    what: 'a file of another package',
    says: 'packages/core/src/index.ts is in another package: import the package',
    files: { 'packages/jobs/src/planted.ts': `import '../../core/src/index.ts'\n` },
  },
  {
    what: 'a package without a row',
    says: 'packages/planted is not listed in tooling/check-imports.ts',
    files: { 'packages/planted/package.json': '{ "name": "@inlet/planted" }\n' },
  },
  ...[
    [
      `import { appRouter } from '@inlet/api'`,
      'apps/planted may import { AppRouter } as a type from api, and nothing else',
    ],
    [`import type { ApiParts } from '@inlet/api'`, 'apps/planted may import { AppRouter } as a type from api'],
    [`import '@inlet/core'`, 'apps/planted may not import @inlet/core'],
    [`import '@inlet/server'`, 'apps/planted may not import @inlet/server'],
  ].map(([statement = '', says = '']) => ({
    what: `\`${statement}\` in a web app`,
    says,
    files: { ...webApp, 'apps/planted/src/planted.ts': `${statement}\n` },
  })),
  {
    what: 'a web app depending on api at run time',
    says: 'apps/planted may not depend on api at run time',
    files: { 'apps/planted/package.json': '{ "dependencies": { "@inlet/api": "*" } }\n' },
  },
  {
    what: 'an app imported by a package',
    says: 'packages/jobs may not import @inlet/server',
    files: { 'packages/jobs/src/planted.ts': `export const server = await import('@inlet/server')\n` },
  },
  {
    what: 'contract importing more than zod',
    says: 'packages/contract may import only zod',
    files: { 'packages/contract/src/planted.ts': `import 'node:fs'\n` },
  },
  {
    what: 'the client importing a package from npm',
    says: 'packages/sdk may import only node:crypto, node:perf_hooks, node:timers, node:util, @jest/globals, vitest',
    files: { 'packages/sdk/src/planted.ts': `import 'zod'\n` },
  },
  {
    what: 'a package that only development installs, imported by what runs',
    says: 'packages/ingest may not import smtp-server: it is not in its package.json as a dependency',
    files: { 'packages/ingest/src/planted.ts': `import 'smtp-server'\n` },
  },
  {
    what: 'a model imported from another noun',
    says: 'address-model.ts is imported only inside packages/core/src/addresses',
    files: { 'packages/core/src/messages/planted.ts': `import '../addresses/address-model.ts'\n` },
  },
  {
    what: 'core importing a room that is above',
    says: 'packages/core/src/services/planted.ts:1  services may not import webhooks, which is above it',
    files: { 'packages/core/src/services/planted.ts': `export { subject } from '../webhooks/other.ts'\n` },
  },
  {
    what: 'a room of core without a place in their order',
    says: 'packages/core/src/planted is not listed in tooling/check-imports.ts',
    files: { 'packages/core/src/planted/planted.ts': `import 'ulid'\n` },
  },
  {
    what: 'a circle of folders that a type alone closes',
    says: 'packages/jobs/src/third/planted.ts:1  a circle of folders: third → first → second → third',
    files: {
      'packages/jobs/src/first/planted.ts': `export { subject } from '../second/planted.ts'\n`,
      'packages/jobs/src/second/planted.ts': `export { subject } from '../third/planted.ts'\n`,
      'packages/jobs/src/third/planted.ts': `import type { Subject } from '../first/other.ts'\n`,
    },
  },
  {
    what: 'a circle of folders in a web app',
    says: 'apps/planted/src/one/planted.tsx:1  a circle of folders: one → other → one',
    files: {
      ...webApp,
      'apps/planted/src/one/planted.tsx': `export { subject } from '../other/planted.ts'\n`,
      'apps/planted/src/other/planted.ts': `export { title } from '../one/title.ts'\n`,
    },
  },
  {
    what: 'the testkit imported by code that is no test',
    says: 'packages/core may not import @inlet/testkit',
    files: { 'packages/core/src/planted.ts': `import '@inlet/testkit'\n` },
  },
  {
    what: 'the testkit as a dependency at run time',
    says: 'packages/core may not depend on testkit at run time',
    files: { 'packages/core/package.json': `{ "name": "@inlet/core", "dependencies": { "@inlet/testkit": "*" } }\n` },
  },
]

test.concurrent.each(plants)('$what is refused by check:imports', async ({ says, files }) => {
  using checkout = plantedCheckout(files)

  const verdict = await checkout.check('imports')

  expect(verdict.output).toContain(says)
  expect(verdict.isGood).toBe(false)
})
