import { fileURLToPath } from 'node:url'
import type { World } from './world.ts'

/** Settings with a default plan that limits retention alone, and a plan that has no room for anything. */
export const tightPlans = { PLANS_FILE: fileURLToPath(new URL('plans/tight.json', import.meta.url)) }

/** Gives every service of a world the plan without any room. */
export async function giveTightPlan({ deps }: World): Promise<void> {
  await deps.db.collection('services').updateMany({}, { $set: { plan: 'tight' } })
}
