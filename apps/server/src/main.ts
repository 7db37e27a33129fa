import { existsSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { hasAnyService } from '@inlet/core'
import { findMongod, startLocalMongod } from '@inlet/mongo'
import { type Config, createLog, readConfig, unknownSettings } from '@inlet/runtime'
import { provideWebApps } from '@inlet/web-build'
import { assemble, type Program } from './assemble.ts'
import { calls } from './calls.ts'
import { demoFileIn, holdDemoFile } from './demo/demo-file.ts'
import { provideDemo } from './demo/demo-service.ts'
import { quickstart } from './demo/quickstart.ts'
import { checkTlsFiles } from './start/check-tls-files.ts'
import { createLifetime, type Lifetime } from './start/lifetime.ts'
import { startError } from './start/start-error.ts'
import {
  demoElsewhere,
  demoWithoutKeys,
  firstCommands,
  readyLine,
  startingLine,
  usage,
  withoutFlags,
} from './start/start-texts.ts'

/** Starts the server. If that fails, prints one sentence without a stack trace and stops all that was started. */
async function main(args: string[]): Promise<void> {
  if (args.length > 0) return answer(args)
  const config = readConfig()
  for (const warning of unknownSettings()) console.error(warning)
  if (globalThis.gc === undefined) console.error(withoutFlags)
  const log = createLog(config.LOG_LEVEL)
  const lifetime = createLifetime(log)
  try {
    await checkTlsFiles(config)
    console.log(startingLine(config, { isFirst: !existsSync(join(config.INLET_DATA_DIR, 'mongo')) }))
    if (servesPages(config)) await provideWebApps((line) => console.log(line))
    const databaseUri = config.MONGODB_URI ?? (await startDatabase(config, lifetime))
    const mayWrite = await claimDemoFile(config, lifetime)
    let welcome = ''
    const beforeReady = async (program: Program) => {
      welcome = await welcomeOf(config, program, mayWrite)
    }
    await lifetime.start('program', () => assemble(config, { databaseUri, log, beforeReady }))
    console.log(welcome)
  } catch (error) {
    if (!lifetime.isEnding()) console.error(startError(error))
    await lifetime.end(1)
  }
}

function answer(args: string[]): void {
  const isAsked = args.includes('--help')
  if (isAsked) console.log(usage)
  else console.error(`${calls.start} takes no arguments: settings are environment variables.\n\n${usage}`)
  process.exitCode = isAsked ? 0 : 2
}

/** Starts the embedded replica set. The download of a mongod is not registered with the lifetime: a shutdown does not wait for it. */
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

const servesPages = ({ INLET_ROLE }: Config) => INLET_ROLE === 'all' || INLET_ROLE === 'http'

const wantsDemo = ({ INLET_DEMO, MONGODB_URI }: Config) => INLET_DEMO ?? MONGODB_URI === undefined

/** Locks the demo file for this process until it ends. @returns false without a demo, or where another server holds the lock */
async function claimDemoFile(config: Config, lifetime: Lifetime): Promise<boolean> {
  if (!wantsDemo(config)) return false
  const held = await holdDemoFile(config.INLET_DATA_DIR)
  if (held) await lifetime.start('demo file', async () => ({ stop: () => held.release() }))
  return held !== null
}

/** A path relative to the current folder, if it is inside. */
function shortPath(file: string): string {
  const short = relative('.', file)
  return short.startsWith('..') ? resolve(file) : short
}

/** Creates or updates the demo, if one is wanted. @returns the text for the terminal */
async function welcomeOf(config: Config, program: Program, mayWrite: boolean): Promise<string> {
  const ready = readyLine(config, program)
  if (!wantsDemo(config)) return (await hasAnyService(program.deps)) ? ready : `${ready}\n${firstCommands}`

  const file = demoFileIn(config.INLET_DATA_DIR)
  const shownFile = shortPath(file)
  if (!mayWrite) return `${ready}\n${demoElsewhere(shownFile)}`
  const demo = await provideDemo(program.deps, {
    file,
    isEmbedded: config.MONGODB_URI === undefined,
    baseUrl: `${program.publicUrl}/v1`,
    smtp: { host: config.SMTP_HOST, port: program.smtpPort ?? config.SMTP_PORT },
    login: { isOurs: config.OIDC_ISSUER === undefined, provider: program.provider },
  })
  if (demo.state === 'made') {
    const { INLET_DATA_DIR: dataDir } = config
    const isDefault = resolve(dataDir) === resolve(readConfig({}).INLET_DATA_DIR)
    return `\n${ready}\n${quickstart(demo.demo, { dataDir: shortPath(dataDir), isDefault, httpPort: program.httpPort })}`
  }
  return demo.state === 'keyless' ? `${ready}\n${demoWithoutKeys(shownFile)}` : ready
}

try {
  await main(process.argv.slice(2))
} catch (error) {
  console.error(startError(error))
  process.exit(1)
}
