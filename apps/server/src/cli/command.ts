import type { Deps, OperatorCaller } from '@inlet/core'
import type { Config } from '@inlet/runtime'

/** An option of a command; one with a `value` takes a text, which that word stands for in the help. */
export interface Option {
  value?: string
  about: string
  isRequired?: boolean
}

/** What there is before a database is open. */
export interface Surroundings {
  config: Config
  /** Told what is being done where it takes long; no part of the answer. */
  onProgress(line: string): void
}

/** What a command works with. */
export interface Tools {
  config: Config
  deps: Deps
  caller: OperatorCaller
  /** Where mail must be sent, folded. */
  mxHost: string
}

/** Options as they were given, by name without the dashes. */
export type Given = Readonly<Record<string, string | boolean | undefined>>

/** What a command says: `json` with `--json`, else `text`, which carries no more. */
export interface Answer {
  json: unknown
  text: string
  /** For whoever reads at the terminal, on the error output: `text` alone may be taken by a script. */
  note?: string
  /** Something is wrong that the answer tells of: exit code 1. */
  isFault?: boolean
}

/** A way to call a command; one with `settings` has them in front, as they are written in a shell. */
export type Example = string | { settings: string; line: string }

/** One of the operator's commands. */
export interface Command {
  /** Its words, as in `domain add`. */
  name: string
  about: string
  options: Record<string, Option>
  examples: Example[]
  /**
   * Checks what was given and asks for what is missing, before the database is touched.
   * @throws UsageError
   */
  prepare(given: Given): Promise<Act> | Act
}

/** What is left to do. `alone` commands see to the database themselves. */
export type Act =
  | { kind: 'withDatabase'; run(tools: Tools): Promise<Answer> }
  | { kind: 'alone'; run(surroundings: Surroundings): Promise<Answer> }

/** A command line that means nothing: exit code 2. */
export class UsageError extends Error {
  override name = 'UsageError'
  readonly hint: string | null

  constructor(message: string, hint: string | null = null) {
    super(message)
    this.hint = hint
  }
}
