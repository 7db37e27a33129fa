import { readConfig } from '@inlet/runtime'
import { parseProgramLine } from '../cli/command-line.ts'
import { faultOf, faultText } from '../cli/fault.ts'
import { send } from './send.ts'
import { readSendOptions, sendDescription } from './send-options.ts'

/** Sends a mail over SMTP to the running server, as any mail server would. @returns the exit code */
async function main(args: string[]): Promise<number> {
  try {
    const line = parseProgramLine(args, 'npm run send --', sendDescription)
    if (line.kind === 'help') {
      console.log(line.text)
      return 0
    }
    const { lines, isFault } = await send(await readSendOptions(line.given), readConfig())
    for (const each of lines) (isFault ? console.error : console.log)(each)
    return isFault ? 1 : 0
  } catch (error) {
    const fault = faultOf(error)
    console.error(faultText(fault, false))
    return fault.exitCode
  }
}

process.exitCode = await main(process.argv.slice(2))
