import { existsSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { hasAnyService } from '@inlet/core'
import { findMongod, startLocalMongod } from '@inlet/mongo'
import { type Config, createLog, readConfig, unknownSettings } from '@inlet/runtime'
import { assemble, type Program } from './assemble.ts'
import { demoFileIn, holdDemoFile } from './demo/demo-file.ts'
import { provideDemo } from './demo/demo-service.ts'
import { quickstart } from './demo/quickstart.ts'
import { checkTlsFiles } from './start/check-tls-files.ts'
import { createLifetime, type Lifetime } from './start/lifetime.ts'
import { startFault } from './start/start-fault.ts'
import { demoElsewhere, demoWithoutKeys, firstCommands, readyLine, startingLine, usage } from './start/start-texts.ts'

/** Starts everything; what stands in the way is said in one sentence, without a stack, and whatever was started is stopped. */
async function main(args: string[]): Promise<void> {
  if (args.length > 0) return answer(args)
  const config = readConfig()
  for (const warning of unknownSettings()) console.error(warning)
  const log = createLog(config.LOG_LEVEL)
  const lifetime = createLifetime(log)
  try {
    await checkTlsFiles(config)
    console.log(startingLine(config, { isFirst: !existsSync(join(config.INLET_DATA_DIR, 'mongo')) }))
    const databaseUri = config.MONGODB_URI ?? (await startDatabase(config, lifetime))
    const mayWrite = await claimDemoFile(config, lifetime)
    let welcome = ''
    const beforeReady = async (program: Program) => {
      welcome = await welcomeOf(config, program, mayWrite)
    }
    await lifetime.start('program', () => assemble(config, { databaseUri, log, beforeReady }))
    console.log(welcome)
  } catch (error) {
    if (!lifetime.isEnding()) console.error(startFault(error))
    await lifetime.end(1)
  }
}

function answer(args: string[]): void {
  const isAsked = args.includes('--help')
  if (isAsked) console.log(usage)
  else console.error(`npm start takes no arguments: settings are environment variables.\n\n${usage}`)
  process.exitCode = isAsked ? 0 : 2
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

const wantsDemo = ({ INLET_DEMO, MONGODB_URI }: Config) => INLET_DEMO ?? MONGODB_URI === undefined

/** @returns whether the demo's file is this process's to write, which it stays until its end */
async function claimDemoFile(config: Config, lifetime: Lifetime): Promise<boolean> {
  if (!wantsDemo(config)) return false
  const held = await holdDemoFile(config.INLET_DATA_DIR)
  if (held) await lifetime.start('demo file', async () => ({ stop: () => held.release() }))
  return held !== null
}

/** A path as people here would write it. */
function shortPath(file: string): string {
  const short = relative('.', file)
  return short.startsWith('..') ? resolve(file) : short
}

/** Sees to the demo where one is wanted. @returns what the terminal shows */
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
  if (demo.state === 'made') return `\n${ready}\n${quickstart(demo.demo, shownFile)}`
  return demo.state === 'keyless' ? `${ready}\n${demoWithoutKeys(shownFile)}` : ready
}

try {
  await main(process.argv.slice(2))
} catch (error) {
  console.error(startFault(error))
  process.exit(1)
}
