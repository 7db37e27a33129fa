import type { Role } from '@inlet/contract'
import type { PreparedWorld } from '../prepared-world.ts'
import type { Answer, Call, Tenant, World } from '../world.ts'

/** What an operation is given: the parameters of its path, and the fields of its query or body. */
export type Input = Record<string, unknown>

/** Calls the operation with these changes of what `input` makes; with the owner's token, unless `how` names another credential. */
type AskWith = (changes?: Input, how?: Call) => Promise<Answer>

/** How an operation of the dashboard is called, over REST and over `/trpc` alike. */
export interface UserCall {
  /** The folder of its tests. */
  folder: string
  /** The smallest role that may call it; null where every user may. */
  role: Role | null
  /** Whether it answers a file, which the typed path cannot. */
  isFile?: true
  /** Makes what a call with this token asks for, in this tenant's service. @returns an input that is served once */
  input: (world: World, tenant: Tenant, token: string) => Promise<Input> | Input
  /** A change of that input which breaks the schema. */
  bad: Input
  /** Changes of that input which name a record that does not exist; none where the input names no record. */
  absent: Input[]
  /** Calls that are refused for reasons of the operation's own, by status: all that the contract's examples show. */
  refusals?: Record<number, (ask: AskWith, prepared: PreparedWorld) => Promise<Answer[]>>
}

/** The calls of one noun, by operation id. */
export type UserCalls = Record<string, UserCall>
