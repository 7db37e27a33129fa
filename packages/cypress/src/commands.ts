import type { LinkWish, MessageWith } from '@inlet/client'
import type { InletTasks, MailOptions } from './tasks.ts'

// Imported by cypress/support/e2e.ts: runs in the browser, and imports nothing but types.

const defaultWaitMs = 30_000
const defaultQuietMs = 5_000
/** Cypress must not give up before the wait, which says what came instead. */
const graceMs = 10_000

declare global {
  namespace Cypress {
    // biome-ignore lint/suspicious/noExplicitAny: the parameter is that of Cypress, which this declaration is joined with
    interface Chainable<Subject = any> {
      /** Creates an address, with a random name unless given: the address. */
      createInbox(localPart?: string): Chainable<string>
      /** Opens the inbox of an address from now on: before the step that sends the mail; or from a position of another process on. */
      openInbox(address: string, options?: { since?: string }): Chainable<string>
      /** Waits for a one-time code. */
      waitForCode(address: string, options?: MailOptions): Chainable<string>
      /** Waits for a message with a link that fits: its URL. */
      waitForLink(address: string, options?: MailOptions & { link?: LinkWish }): Chainable<string>
      /** Waits for a message, with its bodies and links. */
      waitForMessage(address: string, options?: MailOptions): Chainable<MessageWith<'links'>>
      /** Fails as soon as a message that fits comes within `timeoutMs`, 5 seconds unless given. */
      expectNoMessage(address: string, options?: MailOptions): Chainable<null>
    }
  }
}

interface CypressCommands {
  Commands: { add(name: string, command: (...args: never[]) => unknown): void }
}
interface CypressTasks {
  task(name: keyof InletTasks, argument: unknown, options?: { timeout: number }): unknown
}
declare const Cypress: CypressCommands
declare const cy: CypressTasks

const runWait = (name: keyof InletTasks, argument: MailOptions & { address: string }, usualMs = defaultWaitMs) =>
  cy.task(name, argument, { timeout: (argument.timeoutMs ?? usualMs) + graceMs })

Cypress.Commands.add('createInbox', (localPart?: string) => cy.task('inlet:createInbox', localPart ?? null))
Cypress.Commands.add('openInbox', (address: string, options: { since?: string } = {}) =>
  cy.task('inlet:openInbox', { ...options, address }),
)
Cypress.Commands.add('waitForCode', (address: string, options: MailOptions = {}) =>
  runWait('inlet:waitForCode', { ...options, address }),
)
Cypress.Commands.add('waitForLink', (address: string, options: MailOptions & { link?: LinkWish } = {}) => {
  const { link, ...rest } = options
  // A pattern is no JSON.
  const wish = link instanceof RegExp ? { source: link.source, flags: link.flags } : link
  return runWait('inlet:waitForLink', { ...rest, address, ...(wish !== undefined && { link: wish }) })
})
Cypress.Commands.add('waitForMessage', (address: string, options: MailOptions = {}) =>
  runWait('inlet:waitForMessage', { ...options, address }),
)
Cypress.Commands.add('expectNoMessage', (address: string, options: MailOptions = {}) =>
  runWait('inlet:expectNoMessage', { ...options, address }, defaultQuietMs),
)
