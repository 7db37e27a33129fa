import { runSend } from './run-send.ts'

process.exitCode = await runSend(process.argv.slice(2), {
  writeOutput: (line) => console.log(line),
  writeError: (line) => console.error(line),
})
