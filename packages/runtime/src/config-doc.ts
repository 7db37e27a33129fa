import { type Config, configSchema, readConfig } from './config.ts'

/** Settings whose default depends on the machine: their descriptions say it. */
const machineDefaults = new Set<keyof Config>(['SMTP_NAME', 'PARSE_WORKERS', 'INLET_CACHE_DIR'])

/** What most installations set, in the order in which they need it, and why. */
const firstSettings: [name: keyof Config, why: string][] = [
  ['MONGODB_URI', 'your replica set in place of the embedded database'],
  ['PUBLIC_URL', 'links, the login page and its tokens depend on it'],
  ['INLET_ROLE', 'one process for each role, once one process for all is not enough'],
  ['SMTP_HOST', '`0.0.0.0`, so that the internet reaches it'],
  ['SMTP_PORT', '`25`'],
  ['SMTP_NAME', 'the name in your MX records, the same for all processes'],
  ['SMTP_TLS_CERT_FILE', 'with `SMTP_TLS_KEY_FILE`: so that senders can check the name'],
  ['HTTP_PORT', 'on one machine each process needs a port of its own'],
  ['TRUSTED_PROXIES', 'without it all clients behind your proxy count as one'],
  ['METRICS_PORT', 'metrics for Prometheus and the alerts'],
  ['OIDC_ISSUER', 'logins at your own provider'],
  ['SELF_SERVICE', '`false`, if only the operator makes services'],
]

/** The page `docs/CONFIG.md`: every setting of the schema with its default and what it does. */
export function configDoc(): string {
  const defaults = readConfig({})
  const rows = Object.entries(configSchema.shape).map(
    ([name, schema]) => `| \`${name}\` | ${defaultText(name, defaults)} | ${schema.description ?? ''} |`,
  )
  return `# Configuration

Generated from the schema in \`packages/runtime/src/config.ts\`; \`npm test -- -u\` writes it again.

Every setting is an environment variable. None is needed for a local start. With invalid settings the process does not start and names all of them. An empty setting counts as not set.

## The twelve that most installations set

| Setting | Why |
|---|---|
${firstSettings.map(([name, why]) => `| \`${name}\` | ${why} |`).join('\n')}

How they fit together is in [OPERATING.md](OPERATING.md).

## All settings

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
