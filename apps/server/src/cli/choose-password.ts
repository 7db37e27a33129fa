import { randomInt } from 'node:crypto'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { type Option, UsageError } from './command.ts'

const alphabet = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const madeChars = 20

/** A password, and whether it was generated here. */
export interface ChosenPassword {
  password: string
  isMade: boolean
}

/** The option of all commands that take a password. */
export const passwordOption: Record<string, Option> = {
  'password-stdin': { about: 'Read the password from the first line of the input; else it is asked for or generated' },
}

/** The password for a command's result: only a generated one is shown, this once. */
export function shownPassword({ password, isMade }: ChosenPassword): { json: { password?: string }; text: string } {
  if (!isMade) return { json: {}, text: '' }
  return { json: { password }, text: `\nTheir password, now and never again: ${password}` }
}

/**
 * Reads a password, never from the command line, where other users of the machine could see it: the first line of a piped input, or
 * asked for twice at a terminal without echo. With an empty answer, or without a terminal, one is generated. @throws UsageError
 */
export async function choosePassword(
  input: NodeJS.ReadStream | NodeJS.ReadableStream,
  isPiped: boolean,
): Promise<ChosenPassword> {
  if (isPiped) return { password: await firstLine(input), isMade: false }
  if (!('isTTY' in input && input.isTTY)) return { password: makePassword(), isMade: true }

  const password = await ask(input, 'Password (empty makes one): ')
  if (password === '') return { password: makePassword(), isMade: true }
  if ((await ask(input, 'Once more: ')) !== password) throw new UsageError('The two passwords differ')
  return { password, isMade: false }
}

/** About 116 bits, without characters that look alike. */
const makePassword = () => Array.from({ length: madeChars }, () => alphabet.charAt(randomInt(alphabet.length))).join('')

/** The first line of a piped input. @throws UsageError where it is empty */
export async function firstLine(input: NodeJS.ReadableStream): Promise<string> {
  const lines = createInterface({ input })
  try {
    for await (const line of lines) {
      if (line !== '') return line
      break
    }
    throw new UsageError('There is no password in the input')
  } finally {
    lines.close()
  }
}

async function ask(input: NodeJS.ReadableStream, question: string): Promise<string> {
  process.stderr.write(question)
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input, output: silent, terminal: true })
  // Control-C ends the command, as without this question.
  lines.once('SIGINT', () => process.exit(130))
  try {
    return await lines.question('')
  } finally {
    lines.close()
    process.stderr.write('\n')
  }
}
