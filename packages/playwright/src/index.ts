import { type Inbox, Inlet, type InletOptions } from '@inlet/client'
import { test as base, type TestInfo } from '@playwright/test'

/** Shorter than a test, which Playwright gives 30 seconds: a wait that fails still says what came instead. */
const waitTimeoutMs = 20_000
const attachedMails = 20

/** What each test gets. */
export interface InletFixtures {
  /** The inbox of a new address. Where the test fails, its mail is attached to the report. */
  inbox: Inbox
}

/** What each worker process gets. */
export interface InletWorkerFixtures {
  /** For `use` in playwright.config.ts; what is left out comes from the environment. */
  inletOptions: InletOptions
  /** The client of this worker. */
  inlet: Inlet
}

/** Playwright's `test` with the fixtures `inbox` and `inlet`. */
export const test = base.extend<InletFixtures, InletWorkerFixtures>({
  inletOptions: [{}, { option: true, scope: 'worker' }],
  inlet: [
    async ({ inletOptions }, use) => {
      await use(new Inlet({ waitTimeoutMs, ...inletOptions }))
    },
    { scope: 'worker' },
  ],
  inbox: async ({ inlet }, use, testInfo) => {
    const inbox = await inlet.createInbox()
    await use(inbox)
    if (testInfo.status !== testInfo.expectedStatus) await attachMails(inlet, inbox, testInfo)
  },
})

export { expect } from '@playwright/test'

async function attachMails(inlet: Inlet, inbox: Inbox, testInfo: TestInfo): Promise<void> {
  try {
    const mails = await inbox.received()
    const lines = mails.map(({ receivedAt, fromAddr, subject }) => `${receivedAt}  ${fromAddr}  ${subject}`)
    await testInfo.attach(`${inbox.address}: ${mails.length === 1 ? '1 mail' : `${mails.length} mails`}`, {
      body: lines.join('\n'),
      contentType: 'text/plain',
    })
    for (const { id, subject } of mails.slice(0, attachedMails)) {
      // As a file, never as a page: a mail's HTML may run scripts, and the report would show it.
      await testInfo.attach(`${subject || 'mail'}.eml`, {
        body: Buffer.from(await inlet.source(id)),
        contentType: 'message/rfc822',
      })
    }
  } catch (error) {
    // The test has failed for a reason of its own, which this must not replace.
    await testInfo.attach(`${inbox.address}: not read`, { body: String(error), contentType: 'text/plain' })
  }
}
