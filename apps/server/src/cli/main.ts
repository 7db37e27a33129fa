import { runCli } from './run-cli.ts'

process.exitCode = await runCli(process.argv.slice(2), {
  writeOutput: (line) => console.log(line),
  writeError: (line) => console.error(line),
})
