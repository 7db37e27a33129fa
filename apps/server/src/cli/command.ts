import type { Deps, OperatorCaller } from '@inlet/core'
import type { Config } from '@inlet/runtime'

/** An option of a command. With `value` it takes a text, and `value` is its placeholder in the help. */
export interface Option {
  value?: string
  about: string
  isRequired?: boolean
}

/** What a command has before a database is open. */
export interface CommandEnvironment {
  config: Config
  /** Reports the steps of long work; not part of the result. */
  onProgress(line: string): void
}

/** What a command has when the database is open. */
export interface CommandContext {
  config: Config
  deps: Deps
  caller: OperatorCaller
  /** The host name that MX records must name, in lower case. */
  mxHost: string
  /** Reports the steps of long work; not part of the result. */
  onProgress(line: string): void
}

/** The options on the command line, by name without dashes. */
export type GivenOptions = Readonly<Record<string, string | boolean | undefined>>

/** The result of a command: `json` is printed with `--json`, else `text`, which has no more facts than `json`. */
export interface CommandResult {
  json: unknown
  text: string
  /** Printed on the error output without `--json`, so that scripts get `text` alone. */
  note?: string
  /** The result reports a failure: exit code 1. */
  isError?: boolean
}

/** An example call. `settings` are environment variables that are written before the command. */
export type Example = string | { settings: string; line: string }

/** One of the operator's commands. */
export interface Command {
  /** For instance `domain add`. */
  name: string
  about: string
  options: Record<string, Option>
  examples: Example[]
  /**
   * Checks the options and asks for missing passwords, before the database is opened.
   * @throws UsageError
   */
  prepare(given: GivenOptions): Promise<PreparedCommand> | PreparedCommand
}

/** The checked command, ready to run. One of kind `withoutDatabase` opens a database itself, if it needs one. */
export type PreparedCommand =
  | { kind: 'withDatabase'; run(context: CommandContext): Promise<CommandResult> }
  | { kind: 'withoutDatabase'; run(environment: CommandEnvironment): Promise<CommandResult> }

/** A wrong command line: exit code 2. */
export class UsageError extends Error {
  override name = 'UsageError'
  readonly hint: string | null

  constructor(message: string, hint: string | null = null) {
    super(message)
    this.hint = hint
  }
}
