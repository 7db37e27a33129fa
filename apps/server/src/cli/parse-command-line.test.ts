import fc from 'fast-check'
import { expect, test } from 'vitest'
import { UsageError } from './command.ts'
import { commands } from './commands.ts'
import { helpOf } from './help.ts'
import { parseCommandLine } from './parse-command-line.ts'

const parse = (...args: string[]) => parseCommandLine(args, commands)

function faultOf(...args: string[]): { message: string; hint: string | null } {
  try {
    parse(...args)
  } catch (error) {
    if (error instanceof UsageError) return { message: error.message, hint: error.hint }
    throw error
  }
  throw new Error('no fault')
}

test('a command is its words, and its options are what stands behind them', () => {
  const { command, given } = parse('domain', 'add', '--service', 'ID', '--hostname=acme.example', '--trust')

  expect(command?.name).toBe('domain add')
  expect({ ...given }).toEqual({ service: 'ID', hostname: 'acme.example', trust: true })
})

test.each([
  [['domain', 'ad'], 'There is no command domain ad', 'Did you mean: domain add'],
  [
    ['domain'],
    'domain is half a command: domain add, domain verify, domain list, domain change, domain remove',
    'See: npm run inlet -- --help',
  ],
  [['\u001b[2J'], 'There is no command \u{fffd}[2J', 'See: npm run inlet -- --help'],
  [['service', 'create', '--nmae', 'x'], 'There is no option --nmae', 'Did you mean: --name'],
  [['service', 'create', '-n', 'x'], 'There is no option -n', null],
  [['service', 'create', '--toString', 'x'], 'There is no option --toString', null],
  [['service', 'create', '--name', 'A', '--name', 'B'], '--name is given twice', null],
  [
    ['service', 'create', '--name', '--json'],
    '--name needs a value',
    'One that begins with a dash is written --name=-…',
  ],
  [['service', 'create', '--name='], '--name needs a value: --name NAME', null],
  [['service', 'create', '--json=yes', '--name', 'A'], '--json takes no value', null],
  [['service', 'create', 'Acme', '--name', 'A'], 'Acme stands without an option: every value follows one', null],
  [['service', 'create', '--name', 'A', 'B'], 'B stands without an option: every value follows one', null],
  [
    ['key', 'create', '--name', 'A'],
    '--service ID is missing\n--scope SCOPE is missing',
    'See: npm run inlet -- key create --help',
  ],
])('%j is refused with words that help', (args, message, hint) => {
  expect(faultOf(...args)).toEqual({ message, hint })
})

test('help is to be had without what the command requires', () => {
  expect(parse('key', 'create', '--help')).toMatchObject({ command: { name: 'key create' }, given: { help: true } })
  expect(parse('--help').command).toBeNull()
  expect(parse().command).toBeNull()
})

test("every command's help shows each of its options and an example that its own parser takes", () => {
  for (const command of commands) {
    const help = helpOf(command)
    for (const option of Object.keys(command.options)) expect(help).toContain(`--${option}`)
    expect(command.examples.length).toBeGreaterThan(0)
    for (const example of command.examples.map((one) => (typeof one === 'string' ? one : one.line))) {
      expect(help).toContain(`npm run inlet -- ${example}`)
      const args = [...example.replace(/ < .*/, '').matchAll(/"([^"]*)"|\S+/g)].map(([word, quoted]) => quoted ?? word)
      expect(parse(...args).command?.name, example).toBe(command.name)
    }
  }
})

test('an example with a setting has it in front of the whole command, as a shell wants it', () => {
  const doctor = commands.find(({ name }) => name === 'doctor')

  expect(doctor && helpOf(doctor)).toMatch(/^ {2}MONGODB_URI='[^']+' npm run inlet -- doctor --json$/m)
})

test('no command line does anything but be understood or refused', () => {
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
