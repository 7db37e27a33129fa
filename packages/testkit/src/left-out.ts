import { inject } from 'vitest'

/** Groups of tests that `.ci/run` leaves out while nothing that they look at has changed; tooling/run-groups.ts says what that is. */
export type RunGroup =
  | 'dashboard'
  | 'inbox'
  | 'fuzz'
  | 'receivers'
  | 'senders'
  | 'deploy'
  | 'archive'
  | 'caddy'
  | 'prometheus'
  | 'clients'

declare module 'vitest' {
  interface ProvidedContext {
    /** The groups that this run leaves out; none outside of `.ci/run`. */
    leftOut: string[]
  }
}

/** Whether this run leaves out a group. */
export const isLeftOut = (group: RunGroup): boolean => inject('leftOut').includes(group)

/** All of these themes and widths; the first one alone where this run leaves out the group. */
export const looksOfRun = <T>(group: RunGroup, looks: readonly T[]): readonly T[] =>
  isLeftOut(group) ? looks.slice(0, 1) : looks
