import { globSync, readFileSync } from 'node:fs'
import type { RunGroup } from '../packages/testkit/src/left-out.ts'
import { packagesOfSenders } from './packages-of-senders.ts'

export interface Group {
  /** One that tests ask for, or any other for a group that has `files`; a package's is its folder. */
  name: RunGroup | (string & {})
  /** As the closing lines say it. */
  title: string
  /** Folders and files of git that its tests look at. Where one of them has changed since the last green run, the group runs. */
  inputs: readonly string[]
  /** The test files that are left out as a whole. Other tests ask `isLeftOut` themselves. */
  files?: readonly string[]
  /** Debian's packages that only this group needs, each with the program that shows that it is there. */
  packages?: Readonly<Record<string, string>>
}

/** What changes for all pages: their tests, and the versions of what they are built from. */
const everyPage = ['apps/server/test/support/page-errors.ts', 'package-lock.json', 'packages/testkit/src/chromium.ts']
const settingsOfChecks = [
  'redocly.yaml',
  'tsconfig.json',
  'tsconfig.web.json',
  'biome.json',
  'knip.json',
  'oxlint.json',
  'package-lock.json',
  'package.json',
  'tsconfig.base.json',
  'turbo.json',
]
const deployTests = 'apps/server/test/deploy'

/**
 * The tests of each package but the server's, whose tests run always. They look at the package and all that it depends on, as turbo has it
 * for a task of a package.
 */
function packageGroups(): Group[] {
  const manifests = globSync('{packages,apps}/*/package.json').toSorted()
  const packages = manifests.map((path) => {
    const { name, dependencies, devDependencies } = JSON.parse(readFileSync(path, 'utf8'))
    const folder = path.replace('/package.json', '')
    return { name, folder, dependencies: Object.keys({ ...dependencies, ...devDependencies }) }
  })
  const foldersOf = (dependency: string): string[] =>
    packages
      .filter(({ name }) => name === dependency)
      .flatMap(({ folder, dependencies }) => [folder, ...dependencies.flatMap(foldersOf)])
  return packages
    .filter(({ folder }) => folder !== 'apps/server')
    .map(({ name, folder }) => ({
      name: folder,
      title: `the tests of ${folder}`,
      inputs: [...new Set(foldersOf(name)), ...(readOutside[folder] ?? []), 'package-lock.json', 'vitest.config.ts'],
      files: [`${folder}/**`],
    }))
}

/** What tests of packages read outside of their folder. */
const readOutside: Record<string, string[]> = {
  'packages/api': ['docs/openapi.json', 'docs/guides'],
  'packages/runtime': ['docs/CONFIG.md', 'package.json'],
  'packages/web-build': ['apps/inbox', 'tsconfig.base.json', 'tsconfig.web.json'],
}

/**
 * What a plain `.ci/run` leaves out while nothing that it looks at has changed since the last green run. What stays of each
 * in every run is said in docs/TESTING.md.
 */
export const groups: readonly Group[] = [
  ...packageGroups(),
  {
    name: 'dashboard',
    title: 'the dashboard in all themes and widths, and its single screens',
    inputs: [
      'apps/dashboard',
      'apps/inbox',
      'packages/api/src',
      'packages/contract/src',
      'packages/core/src',
      'packages/identity/src',
      'packages/jobs/src',
      'packages/mail/src',
      'apps/server/test/dashboard-app',
      'apps/server/test/support/dashboard-app.ts',
      'apps/server/test/support/dashboard-screens.ts',
      ...everyPage,
    ],
    files: [
      'apps/server/test/dashboard-app/{account,api-keys,audit-log,billing,branding,domains-addresses,members,preview,webhooks,webhooks-recovery}.chromium.test.ts',
      'apps/server/test/dashboard-app/{hostile-mail-and-dns,hostile-records,invitations,invited-viewer,obstacles,reduced-motion,requests,touch}.chromium.test.ts',
    ],
  },
  {
    name: 'inbox',
    title: 'the web inbox in all themes, widths and directions, and what seldom happens in it',
    inputs: [
      'apps/inbox',
      'packages/api/src',
      'packages/contract/src',
      'packages/core/src',
      'packages/mail/src',
      'apps/server/test/inbox-page',
      ...everyPage,
    ],
    files: ['apps/server/test/inbox-page/obstacles.chromium.test.ts'],
  },
  {
    name: 'fuzz',
    title: 'the contract fuzzed by schemathesis',
    inputs: ['docs/openapi.json', 'packages/contract/src', 'packages/api/src', 'apps/server/test/contract-fuzz'],
  },
  {
    name: 'receivers',
    title: 'receivers of webhooks in PHP and Java',
    inputs: [
      'docs/guides',
      'packages/api/src/docs',
      'packages/jobs/src/webhooks',
      'apps/server/test/docs/webhook-receivers-guide.test.ts',
    ],
    packages: { 'php-cli': '/usr/bin/php', 'default-jdk-headless': '/usr/bin/java' },
  },
  {
    name: 'senders',
    title: 'mail of libraries in other languages',
    inputs: [
      'packages/ingest/src/smtp',
      'packages/runtime/src/settings',
      'apps/server/src/parts/start-smtp.ts',
      'apps/server/test/smtp/senders.ts',
      'apps/server/test/smtp/senders.test.ts',
    ],
    packages: packagesOfSenders,
  },
  {
    name: 'deploy',
    title: 'the image, Helm, hadolint and systemd',
    inputs: [
      'deploy/helm',
      'deploy/docker',
      'deploy/server-folder.sh',
      'deploy/systemd',
      'deploy/check',
      'apps/server/inlet.js',
      'apps/server/start.js',
      'package.json',
      'package-lock.json',
      'tooling/launch.js',
      deployTests,
    ],
    files: [`${deployTests}/image.test.ts`],
    packages: { systemd: '/usr/bin/systemd-analyze' },
  },
  {
    name: 'archive',
    title: 'the archive in a bare Debian',
    inputs: [
      'deploy/archive',
      'deploy/server-folder.sh',
      'apps/server/inlet.js',
      'apps/server/src/calls.ts',
      'apps/server/src/send',
      'apps/server/start.js',
      'package.json',
      'tooling/launch.js',
      'apps/server/test/deploy/archive.test.ts',
      'package-lock.json',
    ],
    packages: { debootstrap: '/usr/sbin/debootstrap' },
  },
  {
    name: 'caddy',
    title: 'Caddy',
    inputs: [
      'deploy/caddy',
      'packages/api/src/surfaces/public',
      'packages/api/src/web-apps',
      'apps/server/test/inbox-page/caddy.ts',
      'apps/server/test/inbox-page/on-demand-tls.test.ts',
    ],
    packages: { caddy: '/usr/bin/caddy' },
  },
  {
    name: 'prometheus',
    title: 'Prometheus',
    inputs: ['deploy/prometheus', 'deploy/grafana', 'packages/runtime/src/metrics', 'apps/server/test/metrics'],
    packages: { prometheus: '/usr/bin/prometheus' },
  },
  {
    name: 'refusals',
    title: 'each refusal of each call, over REST and tRPC',
    inputs: [
      'apps/server/src',
      'apps/server/test/dashboard',
      'apps/server/test/refusals',
      'apps/server/test/support',
      'apps/server/test/trpc',
      'packages/api/src',
      'packages/contract/src',
      'packages/core/src',
      'packages/identity/src',
      'package-lock.json',
    ],
    files: ['apps/server/test/{dashboard,refusals,trpc}/**'],
  },
  {
    name: 'failover',
    title: 'replica sets that lose their primary under load',
    inputs: [
      'apps/server/src',
      'apps/server/test/database-errors',
      'apps/server/test/webhooks/errors.test.ts',
      'packages/api/src',
      'packages/core/src',
      'packages/ingest/src',
      'packages/jobs/src',
      'packages/mongo',
      'packages/runtime/src',
      'package-lock.json',
    ],
    files: ['apps/server/test/database-errors/failover.test.ts', 'apps/server/test/webhooks/errors.test.ts'],
  },
  {
    name: 'docs',
    title: 'the pages of /docs in Chromium',
    inputs: ['docs', 'packages/api/src', 'packages/contract/src', 'apps/server/test/docs', ...everyPage],
    files: ['apps/server/test/docs/page.chromium.test.ts'],
  },
  {
    name: 'programs',
    title: 'what a start says of each error, the demo, the cluster, and most commands',
    inputs: [
      'apps/server/bench',
      'apps/server/src',
      'apps/server/test/cli',
      'apps/server/test/fuzz',
      'apps/server/test/start',
      'package.json',
      'packages/core/src',
      'packages/identity/src',
      'packages/mongo',
      'packages/runtime/src',
      'tooling/run.js',
      'tooling/launch.js',
      'package-lock.json',
    ],
    files: [
      'apps/server/test/start/{cluster,demo,errors}.test.ts',
      'apps/server/test/start/programs.test.ts',
      'apps/server/test/cli/{changes,doctor-members,embedded,send,service-import,service-import-refusals,service-import-wildcards,users}.test.ts',
    ],
  },
  {
    name: 'tooling',
    title: 'the tests of the checks and of the packages that are released',
    inputs: [
      'tooling',
      'docs/decisions',
      'packages/contract',
      'packages/cypress',
      'packages/mcp',
      'packages/playwright',
      'packages/sdk',
      ...settingsOfChecks,
    ],
    files: ['tooling/**'],
  },
  {
    name: 'clients',
    title: 'the clients against the server, in Jest, Playwright, pytest, mypy and ruff',
    inputs: [
      'README.md',
      'clients',
      'packages/sdk',
      'packages/playwright',
      'packages/cypress',
      'packages/mcp',
      'packages/contract/src',
      'packages/core/src',
      'packages/mail/src',
      'docs/guides',
      'packages/api/src',
      'apps/server/test/clients',
      'apps/server/test/mcp',
      'apps/server/test/sdk',
      'apps/server/test/docs/readme.test.ts',
      'apps/server/test/docs/install-guide.test.ts',
      'apps/server/test/docs/test-runners-guide.test.ts',
      'tooling/build-package.ts',
      'tooling/release-packages.ts',
      'package-lock.json',
    ],
    files: ['apps/server/test/docs/install-guide.test.ts', 'apps/server/test/mcp/**', 'apps/server/test/sdk/**'],
  },
  {
    name: 'generators',
    title: 'clients that openapi-generator, openapi-python-client, orval and hey-api make of the document',
    inputs: ['docs/openapi.json', 'apps/server/test/generated-clients', 'tooling/package-lock.json'],
    files: ['apps/server/test/generated-clients/**'],
    packages: { 'default-jdk-headless': '/usr/bin/java', maven: '/usr/bin/mvn' },
  },
]
