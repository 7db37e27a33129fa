import { Inlet, type InletOptions } from '@inlet/client'
import type { InletTasks } from './tasks.ts'

export type { InletTasks, MailOptions, Pattern } from './tasks.ts'

/** The tasks for `on('task', inletTasks())` in cypress.config.ts: they run in Node, so that the key stays out of the browser. */
export function inletTasks(options: InletOptions = {}): InletTasks {
  const inlet = new Inlet(options)
  return {
    'inlet:createInbox': async (localPart) => {
      const { address } = await inlet.createInbox(localPart === null ? {} : { localPart })
      return address
    },
    'inlet:openInbox': async ({ address, ...options }) => {
      await inlet.inbox(address, options)
      return address
    },
    'inlet:waitForCode': ({ address, ...wait }) => inlet.waitForCode(address, wait),
    'inlet:waitForLink': ({ address, link, ...wait }) => {
      const wish = typeof link === 'object' ? new RegExp(link.source, link.flags) : link
      return inlet.waitForLink(address, { ...wait, ...(wish !== undefined && { link: wish }) })
    },
    'inlet:waitForMessage': ({ address, ...wait }) => inlet.waitForMessage(address, { ...wait, include: ['links'] }),
    'inlet:expectNoMessage': async ({ address, ...wait }) => {
      await inlet.expectNoMessage(address, wait)
      // For Cypress a task that returns undefined has not been handled.
      return null
    },
  }
}
