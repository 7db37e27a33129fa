import type { MessageWith, WaitOptions } from '@inlet/client'

/** What of a wait's options goes from the browser to Node: JSON only. */
export type MailOptions = Omit<WaitOptions, 'signal'>

/** A pattern as JSON. */
export interface Pattern {
  source: string
  flags: string
}

/** Each task's argument and result. No interface, which Cypress would not take for a record of tasks. */
export type InletTasks = {
  'inlet:createInbox': (localPart: string | null) => Promise<string>
  'inlet:openInbox': (inbox: { address: string; since?: string }) => Promise<string>
  'inlet:waitForCode': (wait: MailOptions & { address: string }) => Promise<string>
  'inlet:waitForLink': (wait: MailOptions & { address: string; link?: string | Pattern }) => Promise<string>
  'inlet:waitForMessage': (wait: MailOptions & { address: string }) => Promise<MessageWith<'links'>>
  'inlet:expectNoMessage': (wait: MailOptions & { address: string }) => Promise<null>
}
