import { rawMail } from '@inlet/testkit'
import { answerWith } from '../../support/page-obstacles.ts'
import { openInbox, rows } from './inbox-screens.ts'
import { bareMail, campaign, longMail, usualMails } from './mails.ts'
import type { Scene, Screen } from './screen.ts'

/** Opens the newest of an inbox's mails. */
export async function readNewest(scene: Scene, mails: readonly Buffer[]): Promise<void> {
  await openInbox(scene, mails)
  await rows(scene).first().getByRole('link').click()
  await scene.page.locator('iframe').waitFor()
  // The frame paints after the page does.
  await scene.page.locator('iframe').contentFrame().locator('body').waitFor({ state: 'attached' })
}

const withNewest = (mail: Buffer) => [...usualMails.slice(0, 4), mail]

/** The message that is open. */
export const readerScreens: readonly Screen[] = [
  { name: 'reader-code', isMain: true, show: (scene) => readNewest(scene, usualMails) },
  { name: 'reader-campaign', show: (scene) => readNewest(scene, withNewest(campaign)) },
  { name: 'reader-plain', show: (scene) => readNewest(scene, withNewest(rawMail('forwarded-message'))) },
  { name: 'reader-long', isMain: true, show: (scene) => readNewest(scene, withNewest(longMail)) },
  {
    name: 'reader-bare',
    show: async (scene) => {
      await openInbox(scene, withNewest(bareMail))
      await rows(scene).first().getByRole('link').click()
      await scene.page.locator('.message-text').waitFor()
    },
  },
  { name: 'reader-arabic', show: (scene) => readNewest(scene, withNewest(rawMail('otp-arabic'))) },
  { name: 'reader-attachment', isMain: true, show: (scene) => readTo(scene, rawMail('attachment'), '.parts') },
  {
    name: 'reader-links',
    isMain: true,
    show: async (scene) => {
      await readNewest(scene, withNewest(campaign))
      await scene.page.locator('.parts summary').click()
      await scene.page.locator('.link-url').last().scrollIntoViewIfNeeded()
    },
  },
  {
    name: 'reader-links-long',
    show: async (scene) => {
      await readNewest(scene, withNewest(longMail))
      await scene.page.locator('.parts summary').click()
      await scene.page.locator('.link-url').last().scrollIntoViewIfNeeded()
    },
  },
  {
    name: 'reader-text',
    show: async (scene) => {
      await readNewest(scene, withNewest(campaign))
      await scene.page.getByRole('button', { name: scene.strings.viewText }).click()
      await scene.page.locator('.message-text').waitFor()
    },
  },
  {
    name: 'reader-loading',
    show: async (scene) => {
      await scene.page.route('**/messages/*', () => {})
      await openInbox(scene)
      await rows(scene).first().getByRole('link').click()
      await scene.page.locator('.reader .skeleton').waitFor()
    },
  },
  {
    name: 'reader-gone',
    isMain: true,
    show: async (scene) => {
      const address = await openInbox(scene)
      await scene.page.goto(`${scene.stage.origin}/${address}/01JD3Q7Z5V8XK2M4N6P8R0T2W4`)
      await scene.page.getByRole('heading', { name: scene.strings.errorGone }).waitFor()
    },
  },
  {
    name: 'reader-failed',
    show: async (scene) => {
      await answerWith(scene.visitor, { status: 500, code: 'INTERNAL_SERVER_ERROR', calls: '**/messages/*' })
      await openInbox(scene)
      await rows(scene).first().getByRole('link').click()
      await scene.page.getByRole('heading', { name: scene.strings.failedTitle }).waitFor()
    },
  },
]

async function readTo(scene: Scene, mail: Buffer, selector: string): Promise<void> {
  await readNewest(scene, withNewest(mail))
  await scene.page.locator(selector).last().scrollIntoViewIfNeeded()
}
