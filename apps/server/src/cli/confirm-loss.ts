import { AppError } from '@inlet/contract'
import { ask } from './ask.ts'
import { printable } from './printable.ts'

/** What a command is about to delete. */
interface Loss {
  /** What must be typed: the name of what is deleted. */
  name: string
  /** One sentence or two, for people. */
  warning: string
  verb: 'delete' | 'remove'
  /** Whether the input is a terminal at which the question can be answered. */
  canAsk: boolean
}

/** Shows what will be lost and asks for its name. @returns what was typed @throws BAD_REQUEST without a terminal */
export async function confirmLoss({ name, warning, verb, canAsk }: Loss): Promise<string> {
  const shown = printable(name)
  if (!canAsk) throw new AppError('BAD_REQUEST', `${warning} To do it, add: --confirm ${quoted(shown)}`)
  process.stderr.write(`${warning}\n`)
  return await ask(process.stdin, `Type ${shown} to ${verb} it: `)
}

/** So many addresses, with their mail, for people. */
export const lossOf = (addressCount: number): string =>
  addressCount === 0
    ? 'no address'
    : `${addressCount} ${addressCount === 1 ? 'address and its mail' : 'addresses and all their mail'}`

/** Host names need no quotes in a shell. */
const quoted = (shown: string) => (/^[\w.-]+$/.test(shown) ? shown : `"${shown}"`)
