import type { Command, Example, Option } from './command.ts'
import { commonOptions } from './parse-command-line.ts'

const call = 'npm run inlet --'

/** The help of all commands, or of those that begin with a word. */
export function overview(commands: readonly Command[]): string {
  const width = Math.max(...commands.map(({ name }) => name.length))
  return [
    `Usage: ${call} COMMAND [OPTIONS]`,
    '',
    ...commands.map(({ name, about }) => `  ${name.padEnd(width)}  ${about}`),
    '',
    `Every command takes --json (one JSON document; call "npm run -s" so that npm adds nothing) --help and --version.`,
    'With MONGODB_URI set it works on that database, else on the embedded one, beside a running server or alone.',
    'Exit codes: 0 done, 1 refused or failed, 2 a command line that means nothing.',
  ].join('\n')
}

/** The help of one command. */
export function helpOf({ name, about, options, examples }: Command): string {
  const all = { ...options, ...commonOptions }
  const written = Object.entries(options).map(([option, { value, isRequired }]) => {
    const text = value ? `--${option} ${value}` : `--${option}`
    return isRequired ? text : `[${text}]`
  })
  return [
    `${about}.`,
    '',
    `Usage: ${[call, name, ...written].join(' ')}`,
    '',
    ...optionLines(all),
    '',
    'Examples:',
    ...examples.map((example) => `  ${exampleLine(example)}`),
  ].join('\n')
}

const exampleLine = (example: Example) =>
  typeof example === 'string' ? `${call} ${example}` : `${example.settings} ${call} ${example.line}`

/** A line for each option of a program, as its help has them. */
export function optionLines(options: Record<string, Option>): string[] {
  const width = Math.max(...Object.entries(options).map(([option, { value = '' }]) => `${option} ${value}`.length))
  return Object.entries(options).map(([option, how]) => optionLine(option, how, width))
}

const optionLine = (option: string, { value = '', about }: Option, width: number) =>
  `  --${`${option} ${value}`.padEnd(width)}  ${about}`
