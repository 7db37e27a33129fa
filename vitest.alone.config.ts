import { configDefaults, defineConfig } from 'vitest/config'
import all from './vitest.config.ts'

/** For the script `test` of packages whose tests need no database, no built pages and no browser: turbo keeps the results. */
export default defineConfig({
  test: {
    ...all.test,
    projects: undefined,
    globalSetup: [],
    include: ['**/*.test.{ts,tsx}'],
    exclude: [...configDefaults.exclude, '**/*.chromium.test.ts'],
  },
})
