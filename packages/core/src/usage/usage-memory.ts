import { type UncountedMessages, uncountedMessages } from './uncounted-messages.ts'
import type { UsageTally } from './usage-tally.ts'

/** What a process has counted and not written yet, over all its pools of connections. */
export interface UsageMemory {
  messages: UncountedMessages
  tally: UsageTally
}

/** Makes the memory of a process. */
export const usageMemory = (): UsageMemory => ({ messages: uncountedMessages(), tally: new Map() })
