import { readStates } from './list-states.ts'
import type { Scene, Screen } from './scene.ts'

const pathOf = ({ world }: Scene, localPart = 'signups') => `/inbox/${localPart}@${world.tenant.domain.hostname}`

/** The path of the newest message. */
async function pathOfMessage(scene: Scene): Promise<string> {
  const [message] = await scene.world.messagesOf(`signups@${scene.world.tenant.domain.hostname}`)
  return `${pathOf(scene)}?message=${message?.id}`
}

/** Opens an inbox that has mail. */
async function openInbox(scene: Scene, localPart = 'signups'): Promise<void> {
  await scene.open(pathOf(scene, localPart))
  await scene.page.getByRole('list', { name: 'Messages' }).getByRole('link').first().waitFor()
}

interface Which {
  localPart?: string
  view?: string
}

/** Opens the message with a subject, in one of its views. */
async function openMessage(scene: Scene, subject: string, which: Which = {}): Promise<void> {
  const { localPart = 'signups', view = 'HTML' } = which
  await openInbox(scene, localPart)
  await scene.page.getByRole('link', { name: subject }).first().click()
  await scene.page.getByRole('tab', { name: view }).click()
  await scene.page.getByRole('tabpanel').waitFor()
  if (view === 'HTML') await scene.page.frameLocator('iframe').locator('body').waitFor()
}

/** The inbox reader. */
export const inboxScreens: readonly Screen[] = [
  { name: 'inbox-list', show: (scene) => openInbox(scene) },
  ...readStates({ name: 'inbox', path: (scene) => pathOf(scene), call: 'listMessages' }),
  ...readStates({ name: 'inbox-reader', path: pathOfMessage, call: 'readMessage' }),
  ...readStates({ name: 'inbox-rendered', path: pathOfMessage, call: 'renderMessage' }),
  { name: 'inbox-reader', show: (scene) => openMessage(scene, '482913') },
  { name: 'inbox-reader-viewer', role: 'viewer', show: (scene) => openMessage(scene, 'bread') },
  { name: 'inbox-text', show: (scene) => openMessage(scene, '482913', { view: 'Text' }) },
  {
    name: 'inbox-links',
    show: async (scene) => {
      await openMessage(scene, 'bread', { view: 'Links' })
      await scene.page.getByRole('list', { name: 'Links' }).waitFor()
    },
  },
  {
    name: 'inbox-headers',
    show: async (scene) => {
      await openMessage(scene, '482913', { view: 'Headers' })
      await scene.page.getByRole('region', { name: 'Headers of the message' }).waitFor()
    },
  },
  {
    name: 'inbox-source',
    show: async (scene) => {
      await openMessage(scene, '482913', { view: 'Source' })
      await scene.page.getByRole('region', { name: 'Source of the message' }).waitFor()
    },
  },
  {
    name: 'inbox-attachments',
    show: async (scene) => {
      await scene.open(`${pathOf(scene)}?tag=attachment`)
      await scene.page.getByRole('list', { name: 'Messages' }).getByRole('link').first().click()
      await scene.page
        .getByRole('button', { name: /^Download / })
        .first()
        .waitFor()
    },
  },
  { name: 'inbox-long', show: (scene) => openMessage(scene, 'Fwd', { localPart: 'hard-cases' }) },
  { name: 'inbox-hostile', show: (scene) => openMessage(scene, 'onerror', { localPart: 'hard-cases' }) },
  {
    name: 'inbox-filters',
    show: async (scene) => {
      await scene.open(`${pathOf(scene)}?q=code&from=shop&hasOtp=true`)
      await scene.page.getByLabel('From').waitFor()
    },
  },
  {
    name: 'inbox-nothing-found',
    show: async (scene) => {
      await scene.open(`${pathOf(scene)}?q=zebra`)
      await scene.page.getByText('No results').waitFor()
    },
  },
  {
    name: 'inbox-empty',
    show: async (scene) => {
      await scene.open(pathOf(scene, 'nothing-yet'))
      await scene.page.getByText('Waiting for mail').waitFor()
    },
  },
  {
    name: 'inbox-addresses',
    show: async (scene) => {
      await openInbox(scene)
      await scene.page.getByRole('button', { name: 'Addresses' }).click()
      await scene.page.getByRole('menuitem', { name: 'hard-cases' }).waitFor()
    },
  },
  {
    name: 'inbox-wait',
    show: async (scene) => {
      await openInbox(scene)
      await scene.page.getByRole('button', { name: 'Wait for a code' }).click()
      await scene.page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'inbox-clear',
    show: async (scene) => {
      await openInbox(scene)
      await scene.page.getByRole('button', { name: 'Clear', exact: true }).click()
      await scene.page.getByRole('button', { name: 'Delete all messages' }).waitFor()
    },
  },
  {
    name: 'inbox-deleted',
    show: async (scene) => {
      await openMessage(scene, '482913')
      await scene.page.getByRole('button', { name: 'Delete message' }).click()
      await scene.page.getByRole('button', { name: 'Undo' }).waitFor()
    },
  },
]
