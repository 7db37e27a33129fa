import type { Strings } from '@inlet/inbox/languages/en'
import type { Visitor } from '../../support/inbox-page.ts'
import type { Stage } from './stage.ts'

/** What a state has to bring the page to it. */
export interface Scene {
  stage: Stage
  strings: Strings
  visitor: Visitor
  page: Visitor['page']
}

/** A state of the page, with the name of its pictures. */
export interface Screen {
  name: string
  /** Shown in more sizes and languages than others. */
  isMain?: boolean
  /** Brings the page of a new visitor to the state. */
  show: (scene: Scene) => Promise<void>
}
