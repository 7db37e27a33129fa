import { type Config, configSchema, readConfig } from './config.ts'

/** Defaults that differ from machine to machine are told in words by their descriptions. */
const toldInWords = new Set<keyof Config>(['SMTP_NAME', 'PARSE_WORKERS', 'INLET_CACHE_DIR'])

/** The page `docs/CONFIG.md`: every setting of the schema with its default and what it does. */
export function configDoc(): string {
  const defaults = readConfig({})
  const rows = Object.entries(configSchema.shape).map(
    ([name, schema]) => `| \`${name}\` | ${defaultText(name, defaults)} | ${schema.description ?? ''} |`,
  )
  return `# Configuration

Generated from the schema in \`packages/runtime/src/config.ts\`; \`npm test -- -u\` writes it anew.

Every setting is an environment variable. None is needed for a local start. A bad one is named, with all others that are bad, and the process does not start. An empty one counts as not set.

| Setting | Default | What it does |
|---|---|---|
${rows.join('\n')}
`
}

function defaultText(name: string, defaults: Record<string, unknown>): string {
  const value = defaults[name]
  if ([...toldInWords].some((told) => told === name)) return ''
  if (value === undefined || (Array.isArray(value) && value.length === 0)) return ''
  return `\`${String(value)}\``
}
