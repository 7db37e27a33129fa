import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { findFreePort, findMongod, startThrowAwaySet, type ThrowAwaySet } from '@inlet/mongo'
import { type Config, createLog, readConfig } from '@inlet/runtime'
import { readDemo } from '../demo-file.ts'
import { createLifetime } from '../lifetime.ts'
import { ownUrl } from '../own-url.ts'
import { startFault } from '../start-fault.ts'
import { commands, nameOf } from './commands.ts'
import { ServerFault } from './server-fault.ts'
import { type ClusterServer, startServer } from './start-server.ts'
import { usage, welcome } from './texts.ts'

/** Servers have ten seconds to end, and the members end after them. */
const endLimitMs = 30_000

/** Three members, two servers, one terminal. */
async function main(args: string[]): Promise<void> {
  if (args.length > 0) {
    const isAsked = args.includes('--help')
    if (isAsked) console.log(usage)
    else console.error(usage)
    process.exitCode = isAsked ? 0 : 2
    return
  }
  const config = readConfig()
  const lifetime = createLifetime(createLog('warn'), endLimitMs)
  try {
    if (config.MONGODB_URI) throw new ServerFault('The cluster brings its own database: unset MONGODB_URI.')
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
    if (!demo) throw new ServerFault(`There is no demo in ${servers[0].demoFile}.`)
    console.log(welcome({ set, servers, demo, hosts: config }))

    set.onPrimary((primary) => say(primary ? `primary: ${nameOf(set, primary)}` : 'no primary'))
    servers.forEach(({ ended }, index) => {
      void ended.then(() => lifetime.isEnding() || say(`server ${index + 1} has ended`))
    })
    obey(set)
  } catch (error) {
    if (!lifetime.isEnding()) console.error(error instanceof ServerFault ? error.message : startFault(error))
    await lifetime.end(1)
  }
}

interface Servers {
  servers: readonly [ClusterServer, ClusterServer]
  stop(): Promise<void>
}

/** One after the other: the first makes the demo, the second has its keys from it. */
async function startServers(config: Config, set: ThrowAwaySet): Promise<Servers> {
  const [first, second] = await choosePorts(config)
  const publicUrl = config.PUBLIC_URL ?? ownUrl(config.HTTP_HOST, first.httpPort)
  const one = await startServer({ databaseUri: set.uri, publicUrl, ...first })
  try {
    const two = await startServer({ databaseUri: set.uri, publicUrl, demoFile: one.demoFile, ...second })
    return {
      servers: [one, two],
      stop: async () => {
        // What is on its way can end only with a database.
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
  // Nobody listens on one that was drawn before, so it may be drawn again.
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

/** Does what the terminal says, a line at a time; without a terminal there is nothing to do. */
function obey(set: ThrowAwaySet): void {
  let previous = Promise.resolve()
  createInterface({ input: process.stdin }).on('line', (line) => {
    previous = previous.then(() => obeyLine(set, line.trim().toLowerCase()))
  })
}

async function obeyLine(set: ThrowAwaySet, word: string): Promise<void> {
  if (word === '') return
  const command = Object.hasOwn(commands, word) ? commands[word] : undefined
  if (!command) return say(`"${word}" is none of: ${Object.keys(commands).join(', ')}`)
  try {
    const told = await command.run(set)
    if (told) say(told)
  } catch (error) {
    say(error instanceof Error ? error.message : String(error))
  }
}

function say(line: string): void {
  console.log(`${new Date().toISOString().slice(11, 23)}  ${line}`)
}

try {
  await main(process.argv.slice(2))
} catch (error) {
  console.error(startFault(error))
  process.exit(1)
}
