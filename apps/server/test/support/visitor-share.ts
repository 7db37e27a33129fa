import { unlimitedPlans } from '@inlet/core'
import type { World } from './world.ts'

/** Gives a service the plan free, half of which visitors have used up. It has an address already, of which these are copies. */
export async function useUpVisitorShare({ deps }: World, serviceId: string): Promise<void> {
  const free = unlimitedPlans.all.find(({ id }) => id === 'free')
  await deps.db.collection<{ _id: string }>('services').updateOne({ _id: serviceId }, { $set: { plan: 'free' } })
  const addresses = deps.db.collection<{ _id: string; hostname?: string }>('addresses')
  const found = await addresses.findOne({ serviceId })
  const copies = Array.from({ length: (free?.limits.addresses ?? 0) / 2 }, () => {
    const _id = deps.newId()
    const localPart = _id.toLowerCase()
    return { ...found, _id, localPart, fullAddress: `${localPart}@${found?.hostname}`, owner: 'session' }
  })
  await addresses.insertMany(copies)
}
