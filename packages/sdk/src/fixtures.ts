import type { Inbox } from './inbox.ts'
import { Inlet } from './inlet.ts'

/** What each test gets. */
export interface InletFixtures {
  /** The client of this process or, with Jest, of this file, with what the environment says. */
  inlet: Inlet
  /** The inbox of a new address. */
  inbox: Inbox
}

let shared: Inlet | undefined

/** One client for all tests: they share the calls that the server holds for a key. */
export function sharedInlet(): Inlet {
  shared ??= new Inlet()
  return shared
}
