import { join, relative } from 'node:path'
import { hasAnyService } from '@inlet/core'
import { findMongod, startLocalMongod } from '@inlet/mongo'
import { type Config, createLog, readConfig } from '@inlet/runtime'
import { assemble, type Program } from './assemble.ts'
import { checkTlsFiles } from './check-tls-files.ts'
import { provideDemo } from './demo.ts'
import { firstCommands } from './first-commands.ts'
import { createLifetime, type Lifetime } from './lifetime.ts'
import { hostInUrl, ownUrl } from './own-url.ts'
import { quickstart } from './quickstart.ts'
import { startFault } from './start-fault.ts'

/** Starts everything; what stands in the way is said in one sentence, without a stack, and whatever was started is stopped. */
async function main(): Promise<void> {
  const config = readConfig()
  const log = createLog(config.LOG_LEVEL)
  const lifetime = createLifetime(log)
  try {
    await checkTlsFiles(config)
    const databaseUri = config.MONGODB_URI ?? (await startDatabase(config, lifetime))
    const program = await lifetime.start('program', () => assemble(config, { databaseUri, log }))
    console.log(await lifetime.finish(() => welcome(config, program)))
  } catch (error) {
    if (!lifetime.isEnding()) console.error(startFault(error))
    await lifetime.end(1)
  }
}

/** The embedded replica set. Fetching a mongod for it may take minutes and starts nothing, so the end need not wait for that. */
async function startDatabase(config: Config, lifetime: Lifetime): Promise<string> {
  const onProgress = (line: string) => console.log(line)
  const binary = await findMongod({
    systemBinary: config.MONGOMS_SYSTEM_BINARY,
    cacheDir: join(config.INLET_CACHE_DIR, 'mongod'),
    dataDir: config.INLET_DATA_DIR,
    onProgress,
  })
  const database = await lifetime.start('database', () =>
    startLocalMongod({ dataDir: config.INLET_DATA_DIR, binary, onProgress }),
  )
  return database.uri
}

/** Sees to the demo where one is wanted. @returns what the terminal shows */
async function welcome(config: Config, program: Program): Promise<string> {
  const baseUrl = `${program.publicUrl}/v1`
  const smtp = program.smtpPort === null ? '' : `   SMTP ${hostInUrl(config.SMTP_HOST)}:${program.smtpPort}`
  const metrics =
    program.metricsPort === null ? '' : `   Metrics ${ownUrl(config.METRICS_HOST, program.metricsPort)}/metrics`
  const ready = `Inlet is ready.  REST ${baseUrl}${smtp}${metrics}`
  const isEmbedded = config.MONGODB_URI === undefined
  if (!(config.INLET_DEMO ?? isEmbedded)) {
    return (await hasAnyService(program.deps)) ? ready : `${ready}\n${firstCommands}`
  }

  const file = join(config.INLET_DATA_DIR, 'demo.json')
  const demo = await provideDemo(program.deps, {
    file,
    isEmbedded,
    baseUrl,
    smtp: { host: config.SMTP_HOST, port: program.smtpPort ?? config.SMTP_PORT },
    login: { isOurs: config.OIDC_ISSUER === undefined, provider: program.provider },
  })
  if (demo.state === 'made') return `\n${ready}\n${quickstart(demo.demo, relative('.', file))}`
  if (demo.state !== 'keyless') return ready
  return `${ready}\nThe demo service is there, but ${relative('.', file)} does not have its keys, and in a database given by MONGODB_URI they are not made again.`
}

try {
  await main()
} catch (error) {
  console.error(startFault(error))
  process.exit(1)
}
