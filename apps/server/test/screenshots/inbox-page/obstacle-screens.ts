import { answerWith, endLongPoll, inboxCalls } from '../../support/page-obstacles.ts'
import { openInbox, rows } from './inbox-screens.ts'
import { usualMails } from './mails.ts'
import type { Scene, Screen } from './screen.ts'

async function enterPassword({ page, strings }: Scene, password: string): Promise<void> {
  await page.getByLabel(strings.password).fill(password)
  await page.getByRole('button', { name: strings.unlock, exact: true }).click()
}

/** The page where a visitor gets no mail: a lock, a password, an error, a host without inboxes. */
export const obstacleScreens: readonly Screen[] = [
  {
    name: 'lock',
    isMain: true,
    show: async ({ stage, strings, page }) => {
      await page.goto(stage.originOf('locked'))
      await page.getByRole('heading', { name: strings.lockTitle }).waitFor()
    },
  },
  {
    name: 'lock-wrong',
    show: async (scene) => {
      await scene.page.goto(scene.stage.originOf('locked'))
      await enterPassword(scene, 'not this one')
      await scene.page.getByText(scene.strings.passwordWrong).waitFor()
    },
  },
  {
    name: 'lock-too-many',
    isMain: true,
    show: async (scene) => {
      await scene.page.goto(scene.stage.originOf('locked'))
      await answerWith(scene.visitor, { status: 429, code: 'TOO_MANY_REQUESTS', wait: 840, calls: '**/unlock' })
      await enterPassword(scene, 'not this one')
      await scene.page.locator('.error').waitFor()
    },
  },
  {
    name: 'protected',
    isMain: true,
    show: async ({ stage, strings, page }) => {
      await page.goto(`${stage.origin}/${await stage.protectedAddress()}`)
      await page.getByRole('heading', { name: strings.protectedTitle }).waitFor()
    },
  },
  {
    name: 'protected-wrong',
    show: async (scene) => {
      await scene.page.goto(`${scene.stage.origin}/${await scene.stage.protectedAddress()}`)
      await enterPassword(scene, 'not this one')
      await scene.page.getByText(scene.strings.passwordWrong).waitFor()
    },
  },
  {
    name: 'offline',
    isMain: true,
    show: async (scene) => {
      await openInbox(scene)
      await scene.visitor.context.setOffline(true)
      await scene.page.locator('.connection.is-offline').waitFor()
    },
  },
  {
    name: 'retrying',
    isMain: true,
    show: async (scene) => {
      await openInbox(scene)
      await answerWith(scene.visitor, { status: 503, code: 'SERVICE_UNAVAILABLE', wait: 12 })
      await endLongPoll(scene.visitor)
      await scene.page.locator('.connection.is-retrying').waitFor()
    },
  },
  {
    name: 'retrying-empty',
    show: async (scene) => {
      await scene.page.route(inboxCalls, (route) => route.abort())
      await openInbox(scene, [])
      await scene.page.locator('.connection.is-retrying').waitFor()
    },
  },
  {
    name: 'rate-limited',
    isMain: true,
    show: async (scene) => {
      await openInbox(scene)
      await answerWith(scene.visitor, { status: 429, code: 'TOO_MANY_REQUESTS', wait: 42 })
      await endLongPoll(scene.visitor)
      await scene.page.locator('.connection.is-waiting').waitFor()
      await rows(scene).first().getByRole('link').click()
      await scene.page.goBack()
    },
  },
  {
    name: 'rate-limited-start',
    show: async (scene) => {
      const { stage, strings, page } = scene
      await page.goto(stage.origin)
      await answerWith(scene.visitor, { status: 429, code: 'TOO_MANY_REQUESTS', wait: 42 })
      await page.getByRole('button', { name: strings.randomAddress }).click()
      await page.locator('.banner').waitFor()
    },
  },
  {
    name: 'forbidden',
    show: async (scene) => {
      const { stage, visitor, page } = scene
      const { full } = await stage.generate()
      for (const mail of usualMails) await stage.send(mail, full)
      await stage.remember(visitor, [{ address: full, session: 'A'.repeat(43) }])
      await page.clock.install()
      await page.goto(`${stage.origin}/${full}`)
      await rows(scene).first().hover()
      await rows(scene).first().getByRole('button').last().click()
      await page.clock.fastForward(5_000)
      await page.locator('.notice.is-error').waitFor()
    },
  },
  {
    name: 'failed',
    isMain: true,
    show: async (scene) => {
      await answerWith(scene.visitor, { status: 403, code: 'FORBIDDEN' })
      await openInbox(scene, [])
      await scene.page.getByRole('heading', { name: scene.strings.failedTitle }).waitFor()
    },
  },
  {
    name: 'nothing',
    isMain: true,
    show: async ({ stage, strings, page }) => {
      await page.goto(`${stage.origin}/nothing`)
      await page.getByRole('link', { name: strings.toStart }).waitFor()
    },
  },
  {
    name: 'absent',
    show: async (scene) => {
      await answerWith(scene.visitor, { status: 404, code: 'NOT_FOUND' })
      await openInbox(scene, [])
      await scene.page.getByRole('link', { name: scene.strings.toStart }).waitFor()
    },
  },
  {
    name: 'unknown-host',
    show: async ({ stage, page }) => {
      await page.goto(stage.originOf('nobody'))
      await page.getByRole('heading').waitFor()
    },
  },
  {
    name: 'closed-host',
    show: async ({ stage, page }) => {
      await page.goto(stage.originOf('closed'))
      await page.getByRole('heading').waitFor()
    },
  },
]
