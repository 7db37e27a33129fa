import { defineConfig } from 'vitest/config'
import { startFlags } from './apps/server/src/start/start-flags.ts'

/** Tests of processor time, memory and threads: what other files left behind in their process would change the figures. */
const measuring = [
  'packages/{ingest,mail}/**/*.test.ts',
  'apps/server/test/growth/*.test.ts',
  'packages/testkit/src/growth.test.ts',
]

export default defineConfig({
  test: {
    globalSetup: ['packages/testkit/src/global-mongod.ts', 'packages/web-build/src/global-setup.ts'],
    // Processes, not threads: tests send signals, count handles and load native code.
    pool: 'forks',
    // As the server is started: collections of garbage by `globalThis.gc` are among what is tested.
    execArgv: [...startFlags],
    // Most of a test's time is waiting for a server, so no core is spared for anything else.
    maxWorkers: '100%',
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // Starting a mongod is part of the run's time, not of any test's.
    teardownTimeout: 20_000,
    restoreMocks: true,
    unstubEnvs: true,
    projects: [
      { extends: true, test: { name: 'measuring', include: measuring } },
      {
        extends: true,
        test: {
          name: 'shared',
          include: ['packages/**/*.test.ts', 'apps/**/*.test.ts', 'tooling/**/*.test.ts'],
          exclude: ['**/node_modules/**', ...measuring],
          // One process for many files: to load the program again for each of them takes longer than most of them do.
          isolate: false,
        },
      },
    ],
  },
})
