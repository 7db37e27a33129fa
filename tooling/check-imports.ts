import { globSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import ts from 'typescript'
import { circleFindings, type Import, isTestFile, roomIn } from './circles-of-folders.ts'
import { type Finding, reportFindings } from './report-findings.ts'

// A package.json names the packages that its folder imports, and no file imports another one. Which packages it may name stands here. The
// testkit is not listed: every folder may have it as a development dependency.

const mayDependOn: Record<string, readonly string[]> = {
  'packages/contract': [],
  'packages/mail': ['contract'],
  'packages/otp-corpus': ['mail'],
  'packages/runtime': ['contract'],
  'packages/mongo': ['runtime'],
  'packages/web-build': ['runtime'],
  'packages/sdk': [],
  'packages/playwright': ['client'],
  'packages/cypress': ['client'],
  'packages/mcp': ['client'],
  'packages/testkit': ['contract', 'mongo'],
  'packages/threads': [],
  'packages/core': ['contract', 'mail', 'threads'],
  'packages/billing': ['contract', 'core', 'runtime'],
  'packages/identity': ['contract', 'core', 'runtime', 'threads'],
  'packages/api': ['contract', 'core', 'identity', 'mail', 'runtime', 'threads'],
  'packages/ingest': ['contract', 'core', 'mail', 'runtime', 'threads'],
  'packages/jobs': ['contract', 'core', 'runtime', 'threads'],
  'apps/server': [
    'api',
    'billing',
    'contract',
    'core',
    'identity',
    'ingest',
    'jobs',
    'mail',
    'mongo',
    'runtime',
    'threads',
    'web-build',
  ],
}
/** The rooms of core, the folders of its `src`, from the lowest up: each knows only those that are named before it. */
const roomsOfCore = [
  'caching',
  'database',
  'access',
  'paging',
  'rate-limits',
  'idempotency',
  'leases',
  'plans',
  'audit-log',
  'feed-events',
  'sweep-orders',
  'services',
  'people',
  'api-keys',
  'billing',
  'logins',
  'webhooks',
  'domains',
  'addresses',
  'messages',
  'domain-owners',
  'dispatch',
  'live-feed',
  'whole-service',
  'schema',
]

/** Every other folder in apps is a web app. It has `api` as a development dependency, for the type of its router. */
const webAppMayDependOn = ['contract']
const routerType = /^import type \{ AppRouter \} from /

/**
 * Nothing of them runs after `npm ci --omit=dev`, so that they may import development dependencies everywhere. Who installs the build of
 * `packages/mcp` gets them as dependencies (`tooling/build-package.ts`).
 */
const developmentPackages = new Set(['packages/mcp', 'packages/otp-corpus', 'packages/testkit'])

/** Packages from npm that a folder may import; a folder that is not listed may import all that its package.json names. */
const mayImportFromNpm: Record<string, readonly string[]> = {
  'packages/contract': ['zod'],
  // Who installs the client gets nothing else.
  'packages/sdk': ['node:crypto', 'node:perf_hooks', 'node:timers', 'node:util', '@jest/globals', 'vitest'],
}

const scope = '@inlet/'
const modelFile = /^(packages\/core\/src\/[^/]+)\/[^/]+-model\.ts$/
/** These folders define the collections of all nouns, and move whole services from one installation to another. */
const knowsAllModels = /^packages\/core\/src\/(?:schema|whole-service)\//

interface Manifest {
  dependencies: ReadonlySet<string>
  devDependencies: ReadonlySet<string>
}

const folderOf = (path: string) => path.split('/').slice(0, 2).join('/')
const isWebApp = (folder: string) => folder.startsWith('apps/') && !(folder in mayDependOn)
const packageOf = (specifier: string) =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')

function importsOf(path: string): Import[] {
  const text = readFileSync(path, 'utf8')
  const { importedFiles } = ts.preProcessFile(text, true, true)
  return importedFiles.map(({ fileName, pos }) => ({
    path,
    line: text.slice(0, pos).split('\n').length,
    specifier: fileName,
    statement: statementAt(text, pos),
  }))
}

function statementAt(text: string, position: number): string {
  const before = text.slice(0, position)
  const start = Math.max(before.lastIndexOf('\nimport '), before.lastIndexOf('\nexport ')) + 1
  return text.slice(start, position)
}

function packageError({ path, specifier, statement }: Import, { dependencies, devDependencies }: Manifest) {
  const name = packageOf(specifier)
  if (!name.startsWith(scope)) return undefined

  const folder = folderOf(path)
  if (isWebApp(folder) && name === `${scope}api`) {
    return routerType.test(statement)
      ? undefined
      : `${folder} may import { AppRouter } as a type from api, and nothing else`
  }
  if (dependencies.has(name) || (isTestFile(path) && devDependencies.has(name))) return undefined
  if (name === `${scope}testkit` && folder === 'packages/testkit') return undefined
  return `${folder} may not import ${name}: it is not in its package.json${isTestFile(path) ? '' : ' as a dependency'}`
}

/** What runs must be there after `npm ci --omit=dev`: types alone may come from development dependencies. */
function npmError({ path, specifier, statement }: Import, { dependencies }: Manifest): string | undefined {
  const folder = folderOf(path)
  if (isTestFile(path) || developmentPackages.has(folder) || /^(?:\.|@inlet\/)/.test(specifier)) return undefined
  const name = packageOf(specifier)
  const allowed = mayImportFromNpm[folder]
  if (allowed && !allowed.includes(name)) return `${folder} may import only ${allowed.join(', ')}`
  if (name.startsWith('node:') || dependencies.has(name) || /^(?:import|export) type\b/.test(statement))
    return undefined
  return `${folder} may not import ${name}: it is not in its package.json as a dependency`
}

function relativeError({ path, specifier, statement }: Import): string | undefined {
  if (!specifier.startsWith('.')) return undefined

  const target = posix.join(posix.dirname(path), specifier)
  if (folderOf(target) !== folderOf(path)) return `${target} is in another package: import the package`
  // Only the functions of a noun know the rules of its documents. The type of a document may be used everywhere.
  const nounFolder = modelFile.exec(target)?.[1]
  if (!nounFolder || path.startsWith(`${nounFolder}/`) || knowsAllModels.test(path)) return undefined
  if (/^(?:import|export) type\b/.test(statement)) return undefined
  return `${target} is imported only inside ${nounFolder}: call one of its functions`
}

/** Tests are made of whatever they need. */
function orderError({ path, specifier }: Import): string | undefined {
  const room = roomIn(path)
  if (!path.startsWith('packages/core/') || !room || isTestFile(path)) return undefined
  const place = roomsOfCore.indexOf(room)
  if (place < 0) return `packages/core/src/${room} is not listed in tooling/check-imports.ts`
  const other = specifier.startsWith('.') ? roomIn(posix.join(posix.dirname(path), specifier)) : null
  if (other && roomsOfCore.indexOf(other) > place) return `${room} may not import ${other}, which is above it`
  return undefined
}

function manifestFindings(path: string): Finding[] {
  const folder = folderOf(path)
  const text = readFileSync(path, 'utf8')
  const { dependencies, devDependencies } = readManifest(path)
  const allowed = isWebApp(folder) ? webAppMayDependOn : mayDependOn[folder]
  if (!allowed) return [{ path, line: 1, message: `${folder} is not listed in tooling/check-imports.ts` }]

  // The server's tests find the parts of a page by its texts, and try the client on it.
  const inTests = isWebApp(folder)
    ? ['api']
    : folder === 'apps/server'
      ? ['client', 'cypress', 'inbox', 'playwright']
      : []
  const inDevelopment = [...allowed, 'testkit', ...inTests]
  const findingsIn = (names: ReadonlySet<string>, good: readonly string[], when: string) =>
    [...names]
      .filter((name) => name.startsWith(scope) && !good.includes(name.slice(scope.length)))
      .map((name) => {
        const line = text.slice(0, text.indexOf(`"${name}"`)).split('\n').length
        return { path, line, message: `${folder} may not depend on ${name.slice(scope.length)}${when}` }
      })
  return [...findingsIn(dependencies, allowed, ' at run time'), ...findingsIn(devDependencies, inDevelopment, '')]
}

function readManifest(path: string): Manifest {
  const { dependencies = {}, peerDependencies = {}, devDependencies = {} } = JSON.parse(readFileSync(path, 'utf8'))
  return {
    // Whoever installs a package brings its peers.
    dependencies: new Set([...Object.keys(dependencies), ...Object.keys(peerDependencies)]),
    devDependencies: new Set(Object.keys(devDependencies)),
  }
}

const manifestPaths = globSync('{apps,packages}/*/package.json').sort()
const manifests = new Map(manifestPaths.map((path) => [folderOf(path), readManifest(path)]))
const noManifest: Manifest = { dependencies: new Set(), devDependencies: new Set() }

const sources = globSync(['{apps,packages}/*/{src,test,bench,bin}/**/*.{ts,tsx}', 'apps/*/vite.config.ts']).sort()
const imports = sources.flatMap(importsOf)
const importFindings = imports.flatMap((found) => {
  const manifest = manifests.get(folderOf(found.path)) ?? noManifest
  const message =
    packageError(found, manifest) ?? npmError(found, manifest) ?? relativeError(found) ?? orderError(found)
  return message ? [{ path: found.path, line: found.line, message }] : []
})
reportFindings([...manifestPaths.flatMap(manifestFindings), ...importFindings, ...circleFindings(imports)])
