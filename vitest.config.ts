import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { startFlags } from './apps/server/src/start/start-flags.ts'
import { fileSecondsReporter } from './tooling/file-seconds.ts'
import { groups } from './tooling/run-groups.ts'

/** Tests of processor time, memory and growth, and those that hold threads: what other files left behind in their process would change the figures. */
const measuring = [
  '**/growth.test.ts',
  'apps/server/test/growth/*.test.ts',
  '**/*.{cost,threads}.test.ts',
  'packages/ingest/src/parsing/{garbage-collection,parse-*}.test.ts',
  'packages/ingest/src/smtp/{guards/client-limits,smtp-server.backpressure,smtp-server.memory}.test.ts',
  'packages/mail/src/{content/malformed-mail,html/text-style,text/search-text}.test.ts',
]

/** Tests with a limit on elapsed time: they run when there is a core for each worker, and no browser or other server beside them. */
const timed = [
  'apps/server/test/database-errors/*.test.ts',
  'apps/server/test/http/{drain,malformed,slow-readers}.test.ts',
  'apps/server/test/mail/authentication.test.ts',
  'apps/server/test/messages-list/wait.test.ts',
  'apps/server/test/metrics/endpoint.test.ts',
  'apps/server/test/smtp/drain.test.ts',
  'apps/server/test/start/stop.test.ts',
  'packages/api/src/slow-clients/cut-slow-readers.test.ts',
  'packages/ingest/src/authentication/{authenticate-mail.signatures,mail-authenticator}.test.ts',
  'packages/ingest/src/smtp/{connection-timeouts,smtp-server.drain,smtp-server.timeouts}.test.ts',
]

/** One process for many files: to load the program again for each of them takes longer than most of them do. */
const oneProcess = { isolate: false }

const { CI, TESTS_LEFT_OUT, TESTS_REPORTS } = process.env
/** `.ci/run` names groups whose inputs have not changed. */
const leftOut = TESTS_LEFT_OUT?.split(',') ?? []
const exclude = [
  '**/node_modules/**',
  ...groups.flatMap(({ name, files = [] }) => (leftOut.includes(name) ? files : [])),
]

export default defineConfig({
  test: {
    provide: { leftOut },
    // `.ci/run` names a folder for its closing lines.
    reporters: TESTS_REPORTS
      ? [
          'default',
          ['json', { outputFile: `${TESTS_REPORTS}/tests.json` }],
          fileSecondsReporter(`${TESTS_REPORTS}/seconds.json`),
        ]
      : ['default'],
    globalSetup: ['packages/testkit/src/global-mongod.ts', 'packages/web-build/src/global-setup.ts'],
    // Processes, not threads: tests send signals, count handles and load native code.
    pool: 'forks',
    // As the server is started: collections of garbage by `globalThis.gc` are among what is tested.
    execArgv: [...startFlags],
    // They end what hangs, on a machine that may be ten times slower than another one; what must be quick is asserted.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // Starting a mongod is part of the run's time, not of any test's.
    teardownTimeout: 20_000,
    // On another machine one test in thousands fails by its timing alone. The closing lines name every test that needed its second try
    // (docs/TESTING.md).
    retry: CI ? 1 : 0,
    restoreMocks: true,
    unstubEnvs: true,
    projects: [
      {
        extends: true,
        test: {
          name: 'shared',
          setupFiles: ['packages/core/test/sharding/setup.ts'],
          include: ['packages/**/*.test.ts', 'apps/**/*.test.ts', 'tooling/**/*.test.ts'],
          exclude: [...exclude, ...measuring, ...timed],
          ...oneProcess,
          // A third of a test's time is waiting for a database or another process.
          maxWorkers: Math.ceil(availableParallelism() * 1.5),
        },
      },
      {
        extends: true,
        test: { name: 'measuring', include: measuring, exclude, maxWorkers: '100%', sequence: { groupOrder: 1 } },
      },
      {
        extends: true,
        test: {
          name: 'timed',
          include: timed,
          exclude,
          ...oneProcess,
          maxWorkers: '100%',
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
