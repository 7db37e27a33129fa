import { InletError } from './errors.ts'
import type { MessageFilter, WaitOptions } from './types.ts'

/** The names of the options that a call takes. */
export type OptionNames<T> = Record<keyof T, true>

/** The options of a filter. */
export const filterOptions: OptionNames<MessageFilter> = {
  from: true,
  subject: true,
  tag: true,
  text: true,
  hasCode: true,
  hasAction: true,
}
/** The options of every wait. */
export const waitOptions: OptionNames<WaitOptions> = { ...filterOptions, timeoutMs: true, signal: true }
/** The options of a wait for a message. */
export const messageWaitOptions = { ...waitOptions, include: true } as const
/** The options of a wait for a link. */
export const linkWaitOptions = { ...waitOptions, link: true } as const

/** 24 days. A timer of 24.9 days fires at once, and that of a call is longer by the time that the server holds it. */
export const longestMs = 24 * 24 * 3_600_000

/** @throws InletError for a name that is misspelt, or a value that is null: a filter that is ignored lets a test pass on another mail */
export function checkOptions(given: object, known: Readonly<Record<string, true>>): void {
  for (const [name, value] of Object.entries(given)) {
    if (!Object.hasOwn(known, name)) {
      throw new InletError(
        `There is no option ${JSON.stringify(name)}: the options are ${Object.keys(known).join(', ')}`,
      )
    }
    if (value === null) throw new InletError(`The option ${name} is null: leave it out`)
  }
}

/** As `checkOptions`, for a wait. */
export function checkWait(given: WaitOptions, known: Readonly<Record<string, true>>): void {
  checkOptions(given, known)
  if (given.timeoutMs !== undefined) checkMilliseconds('timeoutMs', given.timeoutMs)
}

/** @throws InletError where an option is no number of milliseconds: such a wait would end at once, or never */
export function checkMilliseconds(name: string, value: unknown): void {
  if (typeof value === 'number' && value >= 0 && value <= longestMs) return
  const shown = typeof value === 'string' ? JSON.stringify(value) : String(value)
  throw new InletError(`${name} is ${shown}: it is a number of milliseconds, from 0 to ${longestMs}`)
}
