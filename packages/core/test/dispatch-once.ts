import { limits } from '@inlet/contract'
import type { Deps } from '../src/deps.ts'
import {
  type DispatchedEvents,
  type DispatchStep,
  dispatchEvents,
  findDispatchable,
} from '../src/dispatch/dispatch-events.ts'

/** One step of dispatching, for all services whose events can be dispatched; claims no delivery unless `more` says otherwise. */
export async function dispatchOnce(deps: Deps, more: Partial<DispatchStep> = {}): Promise<DispatchedEvents> {
  const { perMinute = limits.webhookDeliveriesPerMinute } = more
  const { serviceIds } = await findDispatchable(deps, perMinute)
  return await dispatchEvents(deps, {
    serviceIds,
    events: 200,
    deliveries: 2_000,
    perMinute,
    claims: () => false,
    ...more,
  })
}
