import { type AddressRoom, addressRoom } from '../addresses/address-quota.ts'
import { type UncountedMessages, uncountedMessages } from './uncounted-messages.ts'
import type { UsageTally } from './usage-tally.ts'

/** What a process has counted and not written yet, over all its pools of connections. */
export interface UsageMemory {
  messages: UncountedMessages
  tally: UsageTally
  /** How many addresses may be made without a count. */
  addressRoom: AddressRoom
}

/** Makes the memory of a process. */
export const usageMemory = (): UsageMemory => ({
  messages: uncountedMessages(),
  tally: new Map(),
  addressRoom: addressRoom(),
})
