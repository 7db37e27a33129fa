import type { Deps } from '../deps.ts'
import { feedEventModel } from './feed-event-model.ts'

/** Deletes what was written for live feeds of a deleted service: few documents, of two hours. @returns that it has none left */
export async function deleteFeedEventsOfService(deps: Deps, serviceId: string): Promise<boolean> {
  await feedEventModel.in(deps.db).deleteMany({ serviceId })
  return true
}
