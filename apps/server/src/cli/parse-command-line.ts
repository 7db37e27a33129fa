import { parseArgs } from 'node:util'
import { nearest } from '@inlet/runtime'
import { type Command, type Given, type Option, UsageError } from './command.ts'
import { printable } from './printable.ts'

/** Options of every command. */
export const commonOptions: Record<string, Option> = {
  json: { about: 'Write one JSON document; errors are JSON too' },
  help: { about: 'Show this help' },
  version: { about: 'Show the version' },
}

/** A command line understood: which command, null for none at all, and what it was given. */
export interface CommandLine {
  command: Command | null
  given: Given
}

/** Finds the command and reads its options; what a command requires is not asked for where `--help` stands there. @throws UsageError */
export function parseCommandLine(args: string[], commands: readonly Command[]): CommandLine {
  const firstOption = args.findIndex((arg) => arg.startsWith('-'))
  const words = firstOption < 0 ? args : args.slice(0, firstOption)
  const isHelpWanted = args.includes('--help')
  const command = commands.find(({ name }) => `${words.join(' ')} `.startsWith(`${name} `)) ?? null
  if (!command && words.length > 0 && !isHelpWanted) throw unknownCommand(words, commands)

  const given = readGiven(args.slice(command ? command.name.split(' ').length : words.length), {
    ...command?.options,
    ...commonOptions,
  })
  const missing = Object.entries(command?.options ?? {}).filter(([name, { isRequired }]) => isRequired && !given[name])
  if (isHelpWanted || missing.length === 0) return { command, given }
  throw new UsageError(
    missing.map(([name, { value = '' }]) => `--${name} ${value} is missing`).join('\n'),
    helpHint(command?.name ?? ''),
  )
}

const helpHint = (name: string) => `See: npm run inlet -- ${name === '' ? '' : `${name} `}--help`

function unknownCommand(words: string[], commands: readonly Command[]): UsageError {
  const written = printable(words.join(' '))
  const names = commands.map(({ name }) => name)
  const group = names.filter((name) => name.startsWith(`${words[0]} `))
  if (words.length === 1 && group.length > 0) {
    return new UsageError(`${written} is half a command: ${group.join(', ')}`, helpHint(''))
  }
  const meant = nearest(words.join(' '), names)
  return new UsageError(`There is no command ${written}`, meant ? `Did you mean: ${meant}` : helpHint(''))
}

/** Reads options alone; each may be given once, and every value follows one. @throws UsageError */
export function readGiven(args: string[], options: Record<string, Option>): Given {
  const known = Object.fromEntries(
    Object.entries(options).map(([name, { value }]) => [
      name,
      { type: value ? ('string' as const) : ('boolean' as const) },
    ]),
  )
  // Not strict: its messages speak of a library's ways, and would repeat what was written.
  const { tokens } = parseArgs({ args, options: known, strict: false, allowPositionals: true, tokens: true })
  const given: Record<string, string | boolean> = {}
  for (const token of tokens) {
    if (token.kind === 'positional') {
      throw new UsageError(`${printable(token.value)} stands without an option: every value follows one`)
    }
    if (token.kind === 'option-terminator') continue
    if (Object.hasOwn(given, token.name)) throw new UsageError(`${token.rawName} is given twice`)
    given[token.name] = readValue(token, options)
  }
  return given
}

interface OptionToken {
  name: string
  rawName: string
  value: string | undefined
  inlineValue: boolean | undefined
}

function readValue({ name, rawName, value, inlineValue }: OptionToken, options: Record<string, Option>): string | true {
  const option = Object.hasOwn(options, name) && rawName.startsWith('--') ? options[name] : undefined
  if (!option) {
    const meant = nearest(name, Object.keys(options))
    throw new UsageError(`There is no option ${printable(rawName)}`, meant ? `Did you mean: --${meant}` : null)
  }
  if (!option.value) {
    if (value === undefined) return true
    throw new UsageError(`${rawName} takes no value`)
  }
  if (!value) throw new UsageError(`${rawName} needs a value: ${rawName} ${option.value}`)
  if (value.startsWith('-') && !inlineValue) {
    throw new UsageError(`${rawName} needs a value`, `One that begins with a dash is written ${rawName}=-…`)
  }
  return value
}
