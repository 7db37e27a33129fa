import { randomUUID } from 'node:crypto'
import { userInfo } from 'node:os'
import { asciiLowerCase, foldHostname } from '@inlet/contract'
import { ensureCollections, type OperatorCaller } from '@inlet/core'
import { type Config, readConfig } from '@inlet/runtime'
import type { Answer, Command, Given } from './command.ts'
import { parseCommandLine } from './command-line.ts'
import { commands } from './commands.ts'
import { faultOf, faultText } from './fault.ts'
import { openDatabase } from './open-database.ts'

/** Runs one of the operator's commands: its result on the output, errors on the error output, and nothing else on either. */
async function main(args: string[]): Promise<number> {
  // Read before the command line is parsed, so that a wrong command line is reported as JSON too.
  const isJson = args.includes('--json')
  try {
    const line = parseCommandLine(args, commands)
    if (line.kind === 'help') {
      ;(line.exitCode === 0 ? console.log : console.error)(line.text)
      return line.exitCode
    }
    const { json, text, note, isFault = false } = await run(line.command, line.given, isJson)
    if (note !== undefined && !isJson) console.error(note)
    console.log(isJson ? JSON.stringify(json, null, 2) : text)
    return isFault ? 1 : 0
  } catch (error) {
    const fault = faultOf(error)
    console.error(faultText(fault, isJson))
    return fault.exitCode
  }
}

async function run(command: Command, given: Given, isJson: boolean): Promise<Answer> {
  const act = await command.prepare(given)
  const config = readConfig()
  // With --json there is no line on either output that is no JSON.
  const onProgress = (line: string) => isJson || console.error(line)
  if (act.kind === 'alone') return await act.run({ config, onProgress })

  await using database = await openDatabase({ config, onProgress })
  const interrupt = () => void database.close().finally(() => process.exit(130))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, interrupt)
  await ensureCollections(database.deps.db)
  return await act.run({ config, deps: database.deps, caller: operator(), mxHost: mxHostOf(config) })
}

const operator = (): OperatorCaller => ({
  kind: 'operator',
  name: operatorName(),
  origin: { ip: null, requestId: randomUUID() },
})

function operatorName(): string {
  try {
    return userInfo().username
  } catch {
    // In a container the user may have a number and no name.
    return String(process.getuid?.() ?? 'unknown')
  }
}

const mxHostOf = ({ MX_HOST, SMTP_NAME }: Config) => MX_HOST ?? foldHostname(SMTP_NAME) ?? asciiLowerCase(SMTP_NAME)

process.exitCode = await main(process.argv.slice(2))
