import type { Role } from '@inlet/contract'
import type { DashboardWorld, Login } from '../../support/dashboard-app.ts'
import type { Visitor } from '../../support/inbox-page.ts'

/** What a state has to bring the page to it. */
export interface Scene {
  world: DashboardWorld
  visitor: Visitor
  page: Visitor['page']
  /** Who is logged in. */
  login: Login
  /** Opens a screen of the service, and logs in on the way. */
  open: (path: string) => Promise<void>
}

/** A state of the dashboard, with the name of its pictures. */
export interface Screen {
  name: string
  /** Who looks at it; an owner if nothing is said. */
  role?: Role
  show: (scene: Scene) => Promise<void>
}
