import { type Config, configSchema, readConfig } from './config.ts'

/** Settings whose default depends on the machine: their descriptions say it. */
const machineDefaults = new Set<keyof Config>(['SMTP_NAME', 'PARSE_WORKERS', 'INLET_CACHE_DIR'])

/** The page `docs/CONFIG.md`: every setting of the schema with its default and what it does. */
export function configDoc(): string {
  const defaults = readConfig({})
  const rows = Object.entries(configSchema.shape).map(
    ([name, schema]) => `| \`${name}\` | ${defaultText(name, defaults)} | ${schema.description ?? ''} |`,
  )
  return `# Configuration

Generated from the schema in \`packages/runtime/src/config.ts\`; \`npm test -- -u\` writes it again.

Every setting is an environment variable. None is needed for a local start. With invalid settings the process does not start and names all of them. An empty setting counts as not set.

| Setting | Default | What it does |
|---|---|---|
${rows.join('\n')}
`
}

function defaultText(name: string, defaults: Record<string, unknown>): string {
  const value = defaults[name]
  if ([...machineDefaults].some((setting) => setting === name)) return ''
  if (value === undefined || (Array.isArray(value) && value.length === 0)) return ''
  return `\`${String(value)}\``
}
