import { readConfig } from '@inlet/runtime'
import { calls } from '../calls.ts'
import { parseProgramLine } from '../cli/command-line.ts'
import type { CliStreams } from '../cli/run-cli.ts'
import { errorText, shownError } from '../cli/shown-error.ts'
import { send } from './send.ts'
import { readSendOptions, sendDescription } from './send-options.ts'

/** Sends a mail over SMTP to the running server, as any mail server would. @returns the exit code */
export async function runSend(args: string[], { env, writeOutput, writeError }: CliStreams): Promise<number> {
  try {
    const line = parseProgramLine(args, calls.send, sendDescription)
    if (line.kind === 'help') {
      writeOutput(line.text)
      return 0
    }
    const { lines, isError } = await send(await readSendOptions(line.given), readConfig(env))
    for (const each of lines) (isError ? writeError : writeOutput)(each)
    return isError ? 1 : 0
  } catch (error) {
    const shown = shownError(error)
    writeError(errorText(shown, false))
    return shown.exitCode
  }
}
