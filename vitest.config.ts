import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { startFlags } from './apps/server/src/start/start-flags.ts'

/** Tests of processor time, memory and threads: what other files left behind in their process would change the figures. */
const measuring = [
  'packages/{ingest,mail}/**/*.test.ts',
  'apps/server/test/growth/*.test.ts',
  'packages/testkit/src/growth.test.ts',
]

/** Tests with a limit on elapsed time: they run when there is a core for each worker, and no browser or other server beside them. */
const timed = [
  'apps/server/test/database-faults/*.test.ts',
  'apps/server/test/http/{drain,malformed,slow-readers}.test.ts',
  'apps/server/test/mail/authentication.test.ts',
  'apps/server/test/messages-list/wait.test.ts',
  'apps/server/test/metrics/endpoint.test.ts',
  'apps/server/test/smtp/drain.test.ts',
  'apps/server/test/start/stop.test.ts',
  'packages/api/src/slow-clients/cut-slow-readers.test.ts',
]

/** One process for many files: to load the program again for each of them takes longer than most of them do. */
const oneProcess = { isolate: false }

export default defineConfig({
  test: {
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
    // On another machine one test in thousands fails by its timing alone. The run names every test that needed its second try
    // (docs/decisions/0021-tests-and-measurements.md).
    retry: process.env.CI ? 1 : 0,
    restoreMocks: true,
    unstubEnvs: true,
    projects: [
      {
        extends: true,
        test: {
          name: 'shared',
          include: ['packages/**/*.test.ts', 'apps/**/*.test.ts', 'tooling/**/*.test.ts'],
          exclude: ['**/node_modules/**', ...measuring, ...timed],
          ...oneProcess,
          // A third of a test's time is waiting for a database or another process.
          maxWorkers: Math.ceil(availableParallelism() * 1.5),
        },
      },
      {
        extends: true,
        test: { name: 'measuring', include: measuring, maxWorkers: '100%', sequence: { groupOrder: 1 } },
      },
      {
        extends: true,
        test: { name: 'timed', include: timed, ...oneProcess, maxWorkers: '100%', sequence: { groupOrder: 1 } },
      },
    ],
  },
})
