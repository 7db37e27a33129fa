import fc from 'fast-check'
import { expect, test } from 'vitest'
import { UsageError } from './command.ts'
import { parseCommandLine } from './command-line.ts'
import { commands } from './commands.ts'

const parse = (...args: string[]) => parseCommandLine(args, commands)

/** The command that a line runs. */
function commandOf(...args: string[]) {
  const line = parse(...args)
  if (line.kind === 'help') throw new Error('the help is shown')
  return { name: line.command.name, given: line.given }
}

/** The help that a line shows. */
function helpOf(...args: string[]): { text: string; exitCode: number } {
  const line = parse(...args)
  if (line.kind === 'run') throw new Error('a command is run')
  return { text: line.text, exitCode: line.exitCode }
}

function errorOf(...args: string[]): { message: string; hint: string | null } {
  try {
    parse(...args)
  } catch (error) {
    if (error instanceof UsageError) return { message: error.message, hint: error.hint }
    throw error
  }
  throw new Error('no error')
}

test('the words before the options are the command', () => {
  expect(commandOf('domain', 'add', '--service', 'ID', '--hostname=acme.example', '--trust')).toEqual({
    name: 'domain add',
    given: { service: 'ID', hostname: 'acme.example', trust: true },
  })
})

test.each([
  [['domain', 'ad'], "unknown command 'ad'", 'Did you mean add?'],
  [['domian', 'add'], "unknown command 'domian'", 'Did you mean domain?'],
  [['\u001b[2J'], "unknown command '\u{fffd}[2J'", 'See: npm run inlet -- --help'],
  [['service', 'create', '--nmae', 'x'], "unknown option '--nmae'", 'Did you mean --name?'],
  [['service', 'create', '--nmae=x'], "unknown option '--nmae'", 'Did you mean --name?'],
  [['domain', 'add', '--host', 'x'], "unknown option '--host'", 'Did you mean --hostname?'],
  [['domain', 'change', '--publicInbox', 'on'], "unknown option '--publicInbox'", 'Did you mean --public-inbox?'],
  [['message', 'delete', '--di', 'x'], "unknown option '--di'", 'Did you mean --id?'],
  [['--jsn', 'service', 'list'], "unknown option '--jsn'", 'Did you mean --json?'],
  [['domain', '--hepl'], "unknown option '--hepl'", 'Did you mean --help?'],
  [['service', 'create', '-n', 'x'], "unknown option '-n'", 'See: npm run inlet -- service create --help'],
  [['service', 'create', '--toString'], "unknown option '--toString'", 'See: npm run inlet -- service create --help'],
  [['service', 'create', '--name', 'A', '--name', 'B'], '--name is given twice', null],
  [
    ['service', 'create', '--name', '--json'],
    '--name needs a value',
    'Write a value that begins with a dash as --name=-…',
  ],
  [['service', 'create', '--name='], '--name needs a value: --name NAME', null],
  [
    ['service', 'create', '--name'],
    "option '--name <NAME>' argument missing",
    'See: npm run inlet -- service create --help',
  ],
  [
    ['service', 'create', '--json=yes', '--name', 'A'],
    "unknown option '--json'",
    'See: npm run inlet -- service create --help',
  ],
  [
    ['service', 'create', '--name', 'A', 'B'],
    "too many arguments for 'create'. Expected 0 arguments but got 1: B.",
    'See: npm run inlet -- service create --help',
  ],
  [
    ['key', 'create', '--name', 'A'],
    '--service ID is missing\n--scope SCOPE is missing',
    'See: npm run inlet -- key create --help',
  ],
])('%j is refused with a message that helps', (args, message, hint) => {
  expect(errorOf(...args)).toEqual({ message, hint })
})

test('each option of each command is found by its swapped, missing, doubled and capital letters', () => {
  for (const command of commands) {
    for (const option of [...Object.keys(command.options), 'json', 'help'].filter(({ length }) => length > 1)) {
      const meant = (typo: string) => errorOf(...command.name.split(' '), `--${typo}`, 'x').hint
      const swapped = option.replace(/^(.)(.)/, '$2$1')

      expect(meant(swapped), command.name).toBe(`Did you mean --${option}?`)
      expect(meant(`${option}=x`.toUpperCase()), command.name).toBe(`Did you mean --${option}?`)
      for (const typo of [option.slice(0, -1), `${option}${option.at(-1)}`, option.slice(1)]) {
        expect(meant(typo), `${command.name} --${typo}`).toMatch(/^Did you mean --[a-z-]+\?$/)
      }
    }
  }
})

test('the value of an unknown option, which may be a secret, is not repeated', () => {
  const { message, hint } = errorOf('user', 'create', '--password=hunter2', '--email', 'ada@example.com')

  expect(message).toBe("unknown option '--password'")
  expect(hint).not.toContain('hunter2')
})

test('a value that begins with a dash is taken behind an equals sign', () => {
  expect(commandOf('service', 'create', '--name=-A').given).toMatchObject({ name: '-A' })
})

test('help is shown without the required options; a line without a command shows it as an error', () => {
  expect(helpOf('key', 'create', '--help')).toMatchObject({ exitCode: 0, text: expect.stringContaining('--scope') })
  expect(helpOf('key', '--help')).toMatchObject({ exitCode: 0, text: expect.stringContaining('rotate') })
  expect(helpOf('--help')).toMatchObject({ exitCode: 0, text: expect.stringContaining('create, list, rotate, revoke') })
  expect(helpOf('key').exitCode).toBe(2)
  expect(helpOf().exitCode).toBe(2)
})

test('the help of each command shows all its options, and examples that its parser accepts', () => {
  for (const command of commands) {
    const help = helpOf(...command.name.split(' '), '--help').text
    for (const option of Object.keys(command.options)) expect(help).toContain(`--${option}`)
    expect(command.examples.length).toBeGreaterThan(0)
    for (const example of command.examples.map((one) => (typeof one === 'string' ? one : one.line))) {
      expect(help).toContain(`npm run inlet -- ${example}`)
      const args = [...example.replace(/ < .*/, '').matchAll(/"([^"]*)"|\S+/g)].map(([word, quoted]) => quoted ?? word)
      expect(commandOf(...args).name, example).toBe(command.name)
    }
  }
})

test('an example shows a setting before the whole command, as a shell expects it', () => {
  expect(helpOf('doctor', '--help').text).toMatch(/^ {2}MONGODB_URI='[^']+' npm run inlet -- doctor --json$/m)
})

test('every command line is parsed or refused with a UsageError', () => {
  const word = fc.oneof(
    fc.constantFrom('service', 'create', 'domain', '--name', '--json', '--', '-', '--=', '--name=', '--service'),
    fc.string(),
  )
  fc.assert(
    fc.property(fc.array(word, { maxLength: 8 }), (args) => {
      try {
        parse(...args)
      } catch (error) {
        expect(error).toBeInstanceOf(UsageError)
      }
    }),
  )
})

test('no option takes a password, a key or a token: other users of the machine can read arguments', () => {
  const options = commands.flatMap((command) => Object.entries(command.options).map((entry) => ({ command, entry })))
  const secrets = options.filter(({ entry: [name, { value = '' }] }) => {
    return value !== '' && /password|secret|token|api-?key|credential/i.test(`${name} ${value}`)
  })

  expect(secrets.map(({ command, entry: [name] }) => `${command.name} --${name}`)).toEqual([])
  expect(options.some(({ entry: [name] }) => name === 'password-stdin')).toBe(true)
})
