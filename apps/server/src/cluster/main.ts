import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { findFreePort, findMongod, startThrowAwaySet, type ThrowAwaySet } from '@inlet/mongo'
import { type Config, createLog, readConfig } from '@inlet/runtime'
import { parseProgramLine } from '../cli/command-line.ts'
import { errorText, shownError } from '../cli/shown-error.ts'
import { readDemo } from '../demo/demo-file.ts'
import { ownUrl } from '../own-url.ts'
import { createLifetime } from '../start/lifetime.ts'
import { startError } from '../start/start-error.ts'
import { commands, nameOf } from './commands.ts'

import { type ClusterServer, ServerError, startServer } from './start-server.ts'
import { clusterDescription, welcome } from './texts.ts'

/** The servers have ten seconds to stop; the database members stop after them. */
const endLimitMs = 30_000

/** Starts three database members and two servers, and then reads commands from the terminal. */
async function main(args: string[]): Promise<void> {
  const line = parseProgramLine(args, 'npm run cluster --', clusterDescription)
  if (line.kind === 'help') return console.log(line.text)
  const config = readConfig()
  const lifetime = createLifetime(createLog('warn'), endLimitMs)
  try {
    if (config.MONGODB_URI) throw new ServerError('The cluster brings its own database: unset MONGODB_URI.')
    const binary = await findMongod({
      systemBinary: config.MONGOMS_SYSTEM_BINARY,
      cacheDir: join(config.INLET_CACHE_DIR, 'mongod'),
      onProgress: say,
    })
    say('Starting three members …')
    const set = await lifetime.start('database', () => startThrowAwaySet({ binary }))
    say('Starting two servers …')
    const { servers } = await lifetime.start('servers', () => startServers(config, set))
    const demo = await readDemo(servers[0].demoFile)
    if (!demo) throw new ServerError(`There is no demo in ${servers[0].demoFile}.`)
    console.log(welcome({ set, servers, demo, hosts: config }))

    set.onPrimary((primary) => say(primary ? `primary: ${nameOf(set, primary)}` : 'no primary'))
    servers.forEach(({ ended }, index) => {
      void ended.then(() => lifetime.isEnding() || say(`server ${index + 1} has ended`))
    })
    runCommands(set)
  } catch (error) {
    if (!lifetime.isEnding()) console.error(error instanceof ServerError ? error.message : startError(error))
    await lifetime.end(1)
  }
}

interface Servers {
  servers: readonly [ClusterServer, ClusterServer]
  stop(): Promise<void>
}

/** One after the other: the first creates the demo, the second copies its keys. */
async function startServers(config: Config, set: ThrowAwaySet): Promise<Servers> {
  const [first, second] = await choosePorts(config)
  const publicUrl = config.PUBLIC_URL ?? ownUrl(config.HTTP_HOST, first.httpPort)
  const one = await startServer({ databaseUri: set.uri, publicUrl, ...first })
  try {
    const two = await startServer({ databaseUri: set.uri, publicUrl, demoFile: one.demoFile, ...second })
    return {
      servers: [one, two],
      stop: async () => {
        // Open mails and requests can be finished only with a database.
        for (const member of set.members) member.thaw()
        await Promise.all([one.stop(), two.stop()])
      },
    }
  } catch (error) {
    await one.stop()
    throw error
  }
}

async function choosePorts({ HTTP_PORT, SMTP_PORT, METRICS_PORT }: Config) {
  const drawn = new Set<number>()
  // No server listens yet, so the system may offer the same port twice.
  const draw = async (): Promise<number> => {
    const port = await findFreePort()
    if (drawn.has(port)) return await draw()
    drawn.add(port)
    return port
  }
  const next = async (port: number, by: number) => (port === 0 ? await draw() : port + by)
  const portsOf = async (by: number) => ({
    httpPort: await next(HTTP_PORT, by),
    smtpPort: await next(SMTP_PORT, by),
    metricsPort: METRICS_PORT === undefined ? null : await next(METRICS_PORT, by),
  })
  return [await portsOf(0), await portsOf(1)] as const
}

/** Runs the commands typed at the terminal, one at a time. */
function runCommands(set: ThrowAwaySet): void {
  let previous = Promise.resolve()
  createInterface({ input: process.stdin }).on('line', (line) => {
    previous = previous.then(() => runCommand(set, line.trim().toLowerCase()))
  })
}

async function runCommand(set: ThrowAwaySet, word: string): Promise<void> {
  if (word === '') return
  const command = Object.hasOwn(commands, word) ? commands[word] : undefined
  if (!command) return say(`"${word}" is none of: ${Object.keys(commands).join(', ')}`)
  try {
    const result = await command.run(set)
    if (result) say(result)
  } catch (error) {
    say(error instanceof Error ? error.message : String(error))
  }
}

/** Prints a line with the time. */
function say(line: string): void {
  console.log(`${new Date().toISOString().slice(11, 23)}  ${line}`)
}

try {
  await main(process.argv.slice(2))
} catch (error) {
  const shown = shownError(error)
  console.error(errorText(shown, false))
  process.exit(shown.exitCode)
}
