/**
 * The direction of imports: a folder of the workspace and the packages it may import directly; nothing else may be.
 * `turbo.json` repeats it as tags; those count what comes along through another package too, so they are wider.
 */
export const mayImport: Record<string, readonly string[]> = {
  'packages/contract': [],
  'packages/mail': ['contract'],
  'packages/otp-corpus': ['mail'],
  'packages/runtime': ['contract'],
  'packages/mongo': ['runtime'],
  'packages/testkit': ['contract', 'mongo'],
  'packages/core': ['contract', 'mail'],
  'packages/identity': ['core', 'contract', 'runtime'],
  'packages/api': ['core', 'identity', 'contract', 'mail', 'runtime'],
  'packages/ingest': ['contract', 'core', 'mail', 'runtime'],
  'packages/jobs': ['core', 'contract', 'runtime'],
  'apps/server': ['contract', 'mail', 'runtime', 'mongo', 'core', 'identity', 'api', 'ingest', 'jobs'],
}

/** Packages from elsewhere that a folder is held to; folders without a row may import whatever they declare. */
export const mayImportFromElsewhere: Record<string, readonly string[]> = {
  'packages/contract': ['zod'],
}

const notShipped = new Set(['test', 'bench', 'fuzz'])

/** Tells whether a file is a test or stands in a folder that only tests or measures, and may therefore import the testkit. */
export function isTestFile(path: string): boolean {
  return path.endsWith('.test.ts') || path.split('/').some((folder) => notShipped.has(folder))
}
