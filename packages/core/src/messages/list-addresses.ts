import type { AddressListItem, ListAddressesInput, Page } from '@inlet/contract'
import type { Caller } from '../access/caller.ts'
import { listWithCounts } from '../addresses/list-addresses.ts'
import type { Deps } from '../deps.ts'
import { countMessages } from './count-messages.ts'

/** Lists the addresses of the caller's service with their counts of messages (specification section 4.1). @throws as `listWithCounts` */
export const listAddresses = (deps: Deps, caller: Caller, input: ListAddressesInput): Promise<Page<AddressListItem>> =>
  listWithCounts(deps, caller, { ...input, count: countMessages })
