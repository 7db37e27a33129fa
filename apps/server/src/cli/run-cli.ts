import { randomUUID } from 'node:crypto'
import { userInfo } from 'node:os'
import { ensureCollections, type OperatorCaller } from '@inlet/core'
import { readConfig } from '@inlet/runtime'
import { mxHostOf } from '../mx-host.ts'
import type { Command, CommandResult, GivenOptions } from './command.ts'
import { parseCommandLine } from './command-line.ts'
import { commands } from './commands.ts'
import { openDatabase } from './open-database.ts'
import { errorText, shownError } from './shown-error.ts'

/** The environment variables that a command reads, by default those of the process, and where it writes lines. */
export interface CliStreams {
  env?: Record<string, string | undefined>
  writeOutput(line: string): void
  writeError(line: string): void
}

/**
 * Runs one of the operator's commands: its result on the output, errors on the error output, and nothing else on either.
 * @returns the exit code: 0, 1 for an error, 2 for a wrong command line
 */
export async function runCli(args: string[], streams: CliStreams): Promise<number> {
  const { writeOutput, writeError } = streams
  // Read before the command line is parsed, so that a wrong command line is reported as JSON too.
  const isJson = args.includes('--json')
  try {
    const line = parseCommandLine(args, commands)
    if (line.kind === 'help') {
      ;(line.exitCode === 0 ? writeOutput : writeError)(line.text)
      return line.exitCode
    }
    const { json, text, note, isError = false } = await run(line.command, line.given, { ...streams, isJson })
    if (note !== undefined && !isJson) writeError(note)
    writeOutput(isJson ? JSON.stringify(json, null, 2) : text)
    return isError ? 1 : 0
  } catch (error) {
    const shown = shownError(error)
    writeError(errorText(shown, isJson))
    return shown.exitCode
  }
}

async function run(
  command: Command,
  given: GivenOptions,
  { env, writeError, isJson }: CliStreams & { isJson: boolean },
): Promise<CommandResult> {
  const prepared = await command.prepare(given)
  const config = readConfig(env)
  // With --json both outputs have nothing but JSON.
  const onProgress = (line: string) => isJson || writeError(line)
  if (prepared.kind === 'withoutDatabase') return await prepared.run({ config, onProgress })

  await using database = await openDatabase({ config, onProgress })
  using _ = onInterrupt(() => void database.close().finally(() => process.exit(130)))
  await ensureCollections(database.deps.db)
  return await prepared.run({ config, deps: database.deps, caller: operator(), mxHost: mxHostOf(config), onProgress })
}

/** Listens for the signals that end a command, until it is disposed of. */
function onInterrupt(interrupt: () => void): Disposable {
  const signals = ['SIGINT', 'SIGTERM'] as const
  for (const signal of signals) process.once(signal, interrupt)
  return {
    [Symbol.dispose]() {
      for (const signal of signals) process.off(signal, interrupt)
    },
  }
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
