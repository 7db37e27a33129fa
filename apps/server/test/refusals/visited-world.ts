import { beforeAll } from 'vitest'
import { type DescribedOperation, operations } from '../support/contract-document.ts'
import { perFile } from '../support/per-file.ts'
import {
  type PreparedVisitorOperation,
  prepareVisitorOperations,
  prepareVisits,
  type Visits,
  visitorCalls,
} from '../support/visitor-calls.ts'
import { type OwnWorld, startWorld } from '../support/world.ts'

export const visitorOperations = Object.keys(visitorCalls)

/** The world of a file, with inboxes that the tests of one operation have for themselves. */
export interface VisitedWorld {
  world: OwnWorld
  visits: Visits
  operation: PreparedVisitorOperation
}

/** Starts one world for a file. @returns what makes what the visitors of an operation meet, before the tests of a `describe` */
export function visitedWorld(settings: Record<string, string> = {}): (operationId: string) => () => VisitedWorld {
  const defaults = { INLET_ROLE: 'http', PUBLIC_REQUESTS_PER_MINUTE: '10000', UNLOCKS_PER_QUARTER_HOUR: '10000' }
  const shared = perFile(() => startWorld({ settings: { ...defaults, TRUSTED_PROXIES: '127.0.0.1', ...settings } }))

  return (operationId) => {
    let visited: VisitedWorld | null = null
    beforeAll(async () => {
      const world = shared()
      // Each operation has a client address of its own too, since the limit for each may be a small one.
      const client = `203.0.113.${visitorOperations.indexOf(operationId)}`
      const visits = await prepareVisits(world, { suffix: operationId.toLowerCase(), client })
      const operation = prepareVisitorOperations(world, visits).find((each) => each.operationId === operationId)
      if (operation) visited = { world, visits, operation }
    })
    return () => {
      if (!visited) throw new Error('the world has not started')
      return visited
    }
  }
}

/** What the contract says of an operation. */
export function described(operationId: string): DescribedOperation {
  const found = operations.find((each) => each.operationId === operationId)
  if (!found) throw new Error(`${operationId} is no operation of the contract`)
  return found
}
