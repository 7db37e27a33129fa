import { AppError } from '@inlet/contract'
import { ask, type Input } from './ask.ts'
import type { GivenOptions, Option } from './command.ts'
import { printable } from './printable.ts'

/** What a command is about to delete. */
interface Loss {
  /** What must be typed: the name of what is deleted. */
  name: string
  /** One sentence or two, for people. */
  warning: string
  verb: 'delete' | 'remove'
  given: GivenOptions
}

/** Shows what will be lost and asks for its name. @returns what was typed @throws BAD_REQUEST without a terminal */
export async function confirmLoss({ name, warning, verb, given }: Loss): Promise<string> {
  const shown = printable(name)
  if (!canAsk(given, process.stdin))
    throw new AppError('BAD_REQUEST', `${warning} To do it, add: --confirm ${quoted(shown)}`)
  process.stderr.write(`${warning}\n`)
  return await ask(process.stdin, `Type ${shown} to ${verb} it: `)
}

/** The option of commands that delete one thing, which `assertYes` reads. */
export const yesOption: Record<string, Option> = {
  yes: { about: 'Do it without a question; without a terminal this is needed' },
}

/** The same option of a command that deletes only with another one, `flag`. */
export const yesOptionFor = (flag: string): Record<string, Option> => ({
  yes: { about: `Do it without a question; without a terminal ${flag} needs this` },
})

/** Where `--yes` is not given, says what will be lost and asks whether to do it. @throws BAD_REQUEST without a terminal or a yes */
export async function assertYes(given: GivenOptions, warning: string, input: Input = process.stdin): Promise<void> {
  if (given.yes === true) return
  if (!canAsk(given, input)) throw new AppError('BAD_REQUEST', `${warning} To do it, add: --yes`)
  const answer = await ask(input, `${warning} Type yes to do it: `)
  if (!/^y(es)?$/i.test(answer.trim())) throw new AppError('BAD_REQUEST', 'Nothing was changed')
}

/** Whether a question can be answered: at a terminal, and not by a program that reads JSON. */
const canAsk = ({ json }: GivenOptions, { isTTY = false }: Input): boolean => isTTY && json !== true

/** So many addresses, with their mail, for people. */
export const lossOf = (addressCount: number): string =>
  addressCount === 0
    ? 'no address'
    : `${addressCount} ${addressCount === 1 ? 'address and its mail' : 'addresses and all their mail'}`

/** Host names need no quotes in a shell. */
const quoted = (shown: string) => (/^[\w.-]+$/.test(shown) ? shown : `"${shown}"`)
