import { nearest } from '@inlet/runtime'
import { Command as Parser, Option as ParserOption } from 'commander'
import { calls } from '../calls.ts'
import { type Command, type Example, type GivenOptions, type Option, UsageError } from './command.ts'
import { printable } from './printable.ts'

/** What a program or one of its commands takes, for its parser and its help. */
export interface CallDescription extends Pick<Command, 'about' | 'options' | 'examples'> {
  /** Shown at the end of the help. */
  notes?: string
}

/** The result of parsing: what to run with which options, or the help to show and the exit code after it. */
export type CommandLine<T> =
  | { kind: 'run'; command: T; given: GivenOptions }
  | { kind: 'help'; text: string; exitCode: 0 | 2 }

const { inlet } = calls

/** Listed in the help only: tooling/launch.js answers it before the program is loaded. */
const versionOption: Record<string, Option> = { version: { about: 'Show the version' } }

const jsonOption: Record<string, Option> = { json: { about: 'Write one JSON document; errors are JSON too' } }

const inletNotes = `
Every command takes --json, --help and --version.${calls.jsonHint}
With MONGODB_URI set, a command works on that database; without, on the embedded one, whether a server runs or not.
Exit codes: 0 done, 1 refused or failed, 2 wrong command line.`

/** Parses the command line of `npm run inlet`. @throws UsageError */
export function parseCommandLine(args: string[], commands: readonly Command[]): CommandLine<Command> {
  const root = parserFor(inlet).usage('COMMAND [OPTIONS]').addHelpText('after', inletNotes)
  const chosen: { command: Command; parser: Parser }[] = []
  for (const command of commands) {
    const words = command.name.split(' ')
    const parser = parserFor(words.at(-1) ?? '')
    describe(parser, { ...command, options: { ...command.options, ...jsonOption } }, { args, call: inlet })
    parser.action(() => {
      assertRequired(parser, command.options)
      chosen.push({ command, parser })
    })
    const group = words.length > 1 ? groupOf(root, words[0] ?? '') : root
    group.addCommand(parser)
  }
  for (const group of root.commands) {
    if (group.commands.length > 0) group.summary(group.commands.map((each) => each.name()).join(', '))
  }
  const help = parse(root, args)
  if (help) return help
  const [run] = chosen
  if (!run) throw new Error('The parser chose no command')
  return { kind: 'run', command: run.command, given: givenTo(run.parser) }
}

/** Parses the command line of a program that people call as `call`, and that has no commands. @throws UsageError */
export function parseProgramLine(args: string[], call: string, description: CallDescription): CommandLine<null> {
  const parser = parserFor(call)
  describe(parser, description, { args, call })
  parser.action(() => assertRequired(parser, description.options))
  return parse(parser, args) ?? { kind: 'run', command: null, given: givenTo(parser) }
}

/** Thrown where the parser has shown help and would end the process. */
class HelpShown extends Error {
  readonly text: string
  readonly exitCode: 0 | 2

  constructor(text: string, exitCode: 0 | 2) {
    super('help')
    this.text = text
    this.exitCode = exitCode
  }
}

/** A parser that throws instead of printing and ending the process. */
function parserFor(name: string): Parser {
  let shown = ''
  const write = (text: string) => {
    shown += text
  }
  const parser = new Parser(name)
  return parser
    .helpCommand(false)
    .helpOption('--help', 'Show this help')
    .showSuggestionAfterError(false)
    .configureOutput({ writeOut: write, writeErr: write, outputError: () => {} })
    .exitOverride(({ code, message }) => {
      // The second is a command line without a command.
      if (code === 'commander.helpDisplayed') throw new HelpShown(shown.trimEnd(), 0)
      if (code === 'commander.help') throw new HelpShown(shown.trimEnd(), 2)
      throw usageError(message, parser)
    })
}

/** What people type for a parser, without its options. */
const callOf = (parser: Parser): string => (parser.parent ? `${callOf(parser.parent)} ${parser.name()}` : parser.name())

function groupOf(root: Parser, word: string): Parser {
  const known = root.commands.find((each) => each.name() === word)
  if (known) return known
  const group = parserFor(word).usage('COMMAND [OPTIONS]')
  root.addCommand(group)
  return group
}

/** The whole command line, and the call that examples begin with. */
interface Line {
  args: string[]
  call: string
}

function describe(parser: Parser, { about, options, examples, notes }: CallDescription, { args, call }: Line): void {
  const required = Object.entries(options).flatMap(([name, { value = '', isRequired }]) =>
    isRequired ? [`--${name} ${value}`] : [],
  )
  parser.description(`${about}.`).usage([...required, '[OPTIONS]'].join(' '))
  for (const [name, option] of Object.entries({ ...options, ...versionOption })) {
    parser.addOption(parserOption(name, option, args))
  }
  if (examples.length > 0) {
    const lines = examples.map((example) => `  ${exampleLine(example, call)}`)
    parser.addHelpText('after', ['', 'Examples:', ...lines].join('\n'))
  }
  if (notes !== undefined) parser.addHelpText('after', `\n${notes}`)
}

/** The parser has a check of its own, but that comes before its check for mistyped options. @throws UsageError */
function assertRequired(parser: Parser, options: Record<string, Option>): void {
  const given = givenTo(parser)
  const missing = Object.entries(options).filter(([name, { isRequired }]) => isRequired && given[name] === undefined)
  if (missing.length === 0) return
  const names = missing.map(([name, { value = '' }]) => `--${name} ${value} is missing`)
  throw new UsageError(names.join('\n'), helpHint(parser))
}

const exampleLine = (example: Example, call: string) =>
  typeof example === 'string' ? `${call} ${example}` : `${example.settings} ${call} ${example.line}`

/** Each option may be given once. An option's name in place of a forgotten value is an error. */
function parserOption(name: string, { value, about }: Option, args: string[]): ParserOption {
  const flag = `--${name}`
  if (value === undefined) return new ParserOption(flag, about)
  const option = new ParserOption(`${flag} <${value}>`, about)
  return option.argParser((text: string, previous: string | undefined) => {
    if (previous !== undefined) throw new UsageError(`${flag} is given twice`)
    if (text === '') throw new UsageError(`${flag} needs a value: ${flag} ${value}`)
    if (text.startsWith('-') && !args.includes(`${flag}=${text}`)) {
      throw new UsageError(`${flag} needs a value`, `Write a value that begins with a dash as ${flag}=-…`)
    }
    return text
  })
}

/** @returns the help, where it is wanted. @throws UsageError */
function parse(parser: Parser, args: string[]): { kind: 'help'; text: string; exitCode: 0 | 2 } | null {
  try {
    parser.parse(args, { from: 'user' })
    return null
  } catch (error) {
    if (!(error instanceof HelpShown)) throw error
    return { kind: 'help', text: error.text, exitCode: error.exitCode }
  }
}

const givenTo = (parser: Parser): GivenOptions =>
  Object.fromEntries(parser.options.map((option) => [option.name(), parser.getOptionValue(option.attributeName())]))

const passwordHint =
  'Other users of this machine can read the arguments of a command: give the password on its input, with --password-stdin'

/** The parser's error without its prefix and without the value in `--password=VALUE`: an unknown option may carry a secret. */
function usageError(message: string, parser: Parser): UsageError {
  const [, kind, word] = /^error: unknown (option|command) '([^=']*)/.exec(message) ?? []
  if (kind === undefined || word === undefined) {
    return new UsageError(printable(message.replace(/^error: /, '')), helpHint(parser))
  }
  const names = kind === 'option' ? optionNames(parser) : parser.commands.map((each) => each.name())
  const meant = nearest(word, names)
  // A flag that was given a value is known.
  const hint = meant === null || meant === word ? helpHint(parser) : `Did you mean ${meant}?`
  const isPassword = word === '--password' && names.includes('--password-stdin')
  return new UsageError(`unknown ${kind} '${printable(word)}'`, isPassword ? passwordHint : hint)
}

const helpHint = (parser: Parser) => `See: ${callOf(parser)} --help`

/** The options of a command; where none is named yet, those that all have. */
const optionNames = (parser: Parser): string[] => {
  const own = parser.options.map((option) => `--${option.name()}`)
  return [...(own.length > 0 ? own : ['--json', '--version']), '--help']
}
