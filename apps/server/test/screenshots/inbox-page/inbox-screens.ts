import { storeMessages } from '../../support/stored-messages.ts'
import { longMail, usualMails } from './mails.ts'
import type { Scene, Screen } from './screen.ts'

/** Opens an inbox of the visitor's own with mails in it. @returns its address */
export async function openInbox(scene: Scene, mails: readonly Buffer[] = usualMails, host?: string): Promise<string> {
  const { stage, visitor, page } = scene
  const hostname = host === undefined ? stage.hostname : `${host}.localhost`
  const others = ['newsletter', 'shop', 'a-rather-long-name-for-an-address.of-somebody'].map(
    (name) => `${name}@${hostname}`,
  )
  const address = await stage.own(visitor, hostname, others)
  for (const mail of mails) await stage.send(mail, address)
  await page.goto(`${host === undefined ? stage.origin : stage.originOf(host)}/${address}`)
  if (mails.length > 0)
    await rows(scene)
      .nth(mails.length - 1)
      .waitFor()
  return address
}

export const rows = ({ page, strings }: Scene) =>
  page.getByRole('region', { name: strings.inbox, exact: true }).getByRole('listitem')

const clickMore = async ({ page, strings }: Scene) => {
  await page.locator('.address-actions summary').click()
  await page.getByText(strings.extend).waitFor()
}

/** An open inbox and what one does with it. */
export const inboxScreens: readonly Screen[] = [
  {
    name: 'empty',
    isMain: true,
    show: async (scene) => {
      await openInbox(scene, [])
      await scene.page.getByText(scene.strings.stateLive, { exact: true }).waitFor()
    },
  },
  {
    name: 'loading',
    show: async (scene) => {
      await scene.page.route('**/v1/public/inbox/*', () => {})
      await openInbox(scene, [])
      await scene.page.getByText(scene.strings.stateConnecting, { exact: true }).waitFor()
    },
  },
  { name: 'list', isMain: true, show: async (scene) => void (await openInbox(scene)) },
  {
    name: 'list-pointed',
    show: async (scene) => {
      await openInbox(scene)
      await rows(scene).nth(1).hover()
    },
  },
  {
    name: 'list-keyboard',
    show: async (scene) => {
      await openInbox(scene)
      await rows(scene).nth(1).getByRole('link').focus()
      await scene.page.keyboard.press('Shift+Tab')
    },
  },
  {
    name: 'list-guest',
    show: async (scene) => {
      const { stage, page, strings } = scene
      const { full } = await stage.generate()
      for (const mail of usualMails) await stage.send(mail, full)
      await page.goto(`${stage.origin}/${full}`)
      await page.getByText(strings.readOnly).waitFor()
    },
  },
  {
    name: 'list-long',
    isMain: true,
    show: async (scene) => {
      const { stage, visitor, page } = scene
      const { full, session } = await stage.generate(
        `${'long-name.'.repeat(6)}${stage.deps.newId().slice(-4).toLowerCase()}`,
      )
      await stage.remember(visitor, [{ address: full, session }])
      for (const mail of [...usualMails.slice(-2), longMail]) await stage.send(mail, full)
      await page.goto(`${stage.origin}/${full}`)
      await rows(scene).nth(2).waitFor()
    },
  },
  {
    name: 'list-200',
    show: async (scene) => {
      const { stage, page, strings } = scene
      const address = await openInbox(scene, [])
      const facts = Array.from({ length: 200 }, (_, n) => ({
        subject: `Message ${n + 1}`,
        otpCode: n % 3 ? null : `${100_000 + n}`,
      }))
      await storeMessages(stage, address, facts)
      await rows(scene).nth(49).waitFor()
      await page.reload()
      await page.getByRole('button', { name: strings.loadOlder }).click()
      await rows(scene).nth(99).waitFor()
      await page.getByRole('button', { name: strings.loadOlder }).scrollIntoViewIfNeeded()
    },
  },
  {
    name: 'list-brand-yellow',
    show: async (scene) => {
      await openInbox(scene, usualMails, 'yellow')
      await rows(scene).first().getByRole('link').click()
      await scene.page.locator('iframe').waitFor()
      await scene.page.goBack()
    },
  },
  { name: 'list-brand-black', show: async (scene) => void (await openInbox(scene, usualMails, 'black')) },
  { name: 'list-brand-white', show: async (scene) => void (await openInbox(scene, usualMails, 'white')) },
  {
    name: 'code-copied',
    show: async (scene) => {
      await openInbox(scene)
      await rows(scene).first().getByRole('button').first().click()
      await scene.page.getByRole('button', { name: scene.strings.copied }).waitFor()
    },
  },
  {
    name: 'share',
    isMain: true,
    show: async (scene) => {
      await openInbox(scene)
      await scene.page.getByRole('button', { name: scene.strings.share, exact: true }).click()
      await scene.page.locator('.qr path[d^=M]').waitFor()
    },
  },
  {
    name: 'more',
    isMain: true,
    show: async (scene) => {
      await openInbox(scene)
      await clickMore(scene)
    },
  },
  {
    name: 'addresses',
    isMain: true,
    show: async (scene) => {
      await openInbox(scene)
      await scene.page.locator('.address-line summary').click()
      await scene.page.getByRole('link', { name: scene.strings.createAddress }).waitFor()
    },
  },
  {
    name: 'extended',
    show: async (scene) => {
      await openInbox(scene)
      await clickMore(scene)
      await scene.page.getByText(scene.strings.extend).click()
      await scene.page.locator('.notice').waitFor()
    },
  },
  {
    name: 'deleted',
    isMain: true,
    show: async (scene) => {
      await openInbox(scene)
      await rows(scene).first().hover()
      await rows(scene).first().getByRole('button').last().click()
      await scene.page.getByRole('button', { name: scene.strings.undo }).waitFor()
    },
  },
  {
    name: 'deleted-several',
    show: async (scene) => {
      await openInbox(scene)
      for (let n = 0; n < 3; n += 1) {
        await rows(scene).first().hover()
        await rows(scene).first().getByRole('button').last().click()
      }
      await scene.page.getByRole('button', { name: scene.strings.undo }).nth(2).waitFor()
    },
  },
  {
    name: 'cleared',
    show: async (scene) => {
      await openInbox(scene)
      await clickMore(scene)
      await scene.page.getByRole('button', { name: scene.strings.clearInbox }).click()
      await scene.page.getByRole('heading', { name: scene.strings.emptyTitle }).waitFor()
    },
  },
]
