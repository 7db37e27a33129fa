import { defineConfig } from 'vitest/config'
import { startFlags } from './apps/server/src/start/start-flags.ts'

export default defineConfig({
  test: {
    include: ['packages/**/*.test.ts', 'apps/**/*.test.ts', 'tooling/**/*.test.ts'],
    globalSetup: ['packages/testkit/src/global-mongod.ts'],
    // Processes, not threads: tests send signals, count handles and load native code.
    pool: 'forks',
    // As the server is started.
    execArgv: [...startFlags],
    // Most of a test's time is waiting for a server, so no core is spared for anything else.
    maxWorkers: '100%',
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // Starting a mongod is part of the run's time, not of any test's.
    teardownTimeout: 20_000,
    restoreMocks: true,
    unstubEnvs: true,
  },
})
