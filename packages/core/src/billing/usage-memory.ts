import { type UncountedMessages, uncountedMessages } from './uncounted-messages.ts'

/** What one day of one service has been added in memory. */
interface Tally {
  serviceId: string
  day: string
  /** By the field's path in the document. */
  sums: Map<string, number>
}

/** By the id of the day's usage. */
type UsageTally = Map<string, Tally>

/** What a process has counted and not written yet, over all its pools of connections. */
export interface UsageMemory {
  messages: UncountedMessages
  tally: UsageTally
  /** Services whose mail was deferred because of their plan: their audit log has to say so. */
  deferred: Set<string>
}

/** Makes the memory of a process. */
export const usageMemory = (): UsageMemory => ({
  messages: uncountedMessages(),
  tally: new Map(),
  deferred: new Set(),
})
