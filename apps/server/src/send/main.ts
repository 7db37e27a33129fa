import { readConfig } from '@inlet/runtime'
import { faultOf, faultText } from '../cli/fault.ts'
import { send } from './send.ts'
import { help, readSendWish } from './send-options.ts'

/** Sends a mail over SMTP to the running server, as anybody's mail server would. @returns the exit code */
async function main(args: string[]): Promise<number> {
  if (args.includes('--help')) {
    console.log(help)
    return 0
  }
  try {
    const { lines, isFault } = await send(await readSendWish(args), readConfig())
    for (const line of lines) (isFault ? console.error : console.log)(line)
    return isFault ? 1 : 0
  } catch (error) {
    const fault = faultOf(error)
    console.error(faultText(fault, false))
    return fault.exitCode
  }
}

process.exitCode = await main(process.argv.slice(2))
