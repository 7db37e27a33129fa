import { join, relative } from 'node:path'
import { databaseFault } from '@inlet/core'
import { findMongod, MongodFault, startLocalMongod } from '@inlet/mongo'
import { type Config, ConfigError, createLog, type Log, readConfig } from '@inlet/runtime'
import { assemble } from './assemble.ts'
import { provideDemo } from './demo.ts'
import { quickstart } from './quickstart.ts'

interface Database {
  uri: string
  stop(): Promise<void>
}

/** Starts everything; what stands in the way is said in one sentence, without a stack. */
async function main(): Promise<void> {
  const config = readConfig()
  const log = createLog(config.LOG_LEVEL)
  const database = await openDatabase(config)
  const program = await assemble(config, { databaseUri: database.uri, log }).catch(async (error: unknown) => {
    await database.stop()
    throw error
  })
  endOnSignal(log, async () => {
    await program.stop()
    await database.stop()
  })

  const baseUrl = `${config.PUBLIC_URL?.replace(/\/$/, '') ?? `http://${config.HTTP_HOST}:${program.httpPort}`}/v1`
  const smtp = program.smtpPort === null ? null : { host: config.SMTP_HOST, port: program.smtpPort }
  const isDemoWanted = config.INLET_DEMO ?? config.MONGODB_URI === undefined
  const file = join(config.INLET_DATA_DIR, 'demo.json')
  const demo = isDemoWanted && smtp ? await provideDemo(program.deps, { file, baseUrl, smtp }) : null
  const ready = `Inlet is ready.  REST ${baseUrl}${smtp ? `   SMTP ${smtp.host}:${smtp.port}` : ''}`
  console.log(demo?.isNew ? quickstart(demo.demo, relative('.', file)) : ready)
}

/** The replica set of the configuration, or the embedded one. */
async function openDatabase(config: Config): Promise<Database> {
  if (config.MONGODB_URI) return { uri: config.MONGODB_URI, stop: async () => {} }
  const onProgress = (line: string) => console.log(line)
  const binary = await findMongod({
    systemBinary: config.MONGOMS_SYSTEM_BINARY,
    cacheDir: join(config.INLET_CACHE_DIR, 'mongod'),
    dataDir: config.INLET_DATA_DIR,
    onProgress,
  })
  return await startLocalMongod({ dataDir: config.INLET_DATA_DIR, binary, onProgress })
}

function endOnSignal(log: Log, stop: () => Promise<void>): void {
  let isStopping = false
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (isStopping) return
      isStopping = true
      log.info({ signal }, 'shutting down')
      void stop().then(
        () => log.flush(() => process.exit(0)),
        (error: unknown) => {
          log.error({ error }, 'shutdown failed')
          log.flush(() => process.exit(1))
        },
      )
    })
  }
}

/** What an operator can mend is said in a sentence; anything else shows where it came from. */
function reasonOf(error: unknown): unknown {
  if (error instanceof ConfigError || error instanceof MongodFault) return error.message
  if (isPortFault(error))
    return `Port ${error.port} cannot be had (${error.code}): set HTTP_PORT or SMTP_PORT to another.`
  return databaseFault(error) && error instanceof Error ? `The database does not answer: ${error.message}` : error
}

function isPortFault(error: unknown): error is Error & { code: string; port: number } {
  return error instanceof Error && 'syscall' in error && error.syscall === 'listen' && 'port' in error
}

try {
  await main()
} catch (error) {
  console.error(reasonOf(error))
  process.exit(1)
}
