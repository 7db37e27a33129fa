import { onePixelPng } from '../../support/branded-service.ts'
import { readStates } from './list-states.ts'
import type { Scene, Screen } from './scene.ts'

const preview = 'iframe[title="Preview of the web inbox"]'

async function openBranding({ open, page }: Scene): Promise<void> {
  await open('/branding')
  await page.getByText('Text on it is').waitFor()
  await page.frameLocator(preview).getByText('Acme Mail').waitFor()
}

/** Opens the preview's part of the screen with something chosen. */
async function openPreview(scene: Scene, choices: Record<string, string>): Promise<void> {
  const { page } = scene
  await openBranding(scene)
  for (const [label, value] of Object.entries(choices)) {
    await page.getByLabel(label, { exact: true }).selectOption(value)
  }
  await page.locator(preview).scrollIntoViewIfNeeded()
  const text = choices['Shown page'] === 'lock' ? 'This service is locked' : 'Acme Mail'
  await page.frameLocator(preview).getByText(text).waitFor()
}

async function openAtButton(scene: Scene, name: string): Promise<void> {
  await openBranding(scene)
  const button = scene.page.getByRole('button', { name })
  await button.scrollIntoViewIfNeeded()
  await button.click()
}

/** The screen of branding and settings. */
export const brandingScreens: readonly Screen[] = [
  { name: 'branding-saved', show: openBranding },
  {
    name: 'branding-viewer',
    role: 'viewer',
    show: async (scene) => {
      await openBranding(scene)
      await scene.page.getByRole('button', { name: 'Save branding' }).focus()
    },
  },
  {
    name: 'branding-changed',
    show: async (scene) => {
      const { page } = scene
      await openBranding(scene)
      await page
        .getByLabel('Name', { exact: true })
        .fill('خدمة <b>Acme</b> with a name that is rather long for its place')
      await page.getByLabel('Accent colour', { exact: true }).fill('#facc15')
      await page.getByLabel('Logo', { exact: true }).setInputFiles({
        name: 'logo.png',
        mimeType: 'image/png',
        buffer: onePixelPng,
      })
      await page.getByText('Unsaved:').scrollIntoViewIfNeeded()
    },
  },
  {
    name: 'branding-errors',
    show: async (scene) => {
      const { page } = scene
      await openBranding(scene)
      await page.getByLabel('Name', { exact: true }).fill('')
      await page.getByLabel('Accent colour', { exact: true }).fill('red')
      await page.getByLabel('Logo', { exact: true }).setInputFiles({
        name: 'logo.png',
        mimeType: 'image/png',
        buffer: Buffer.alloc(300_000),
      })
      await page.getByRole('button', { name: 'Save branding' }).click()
      await page.getByText('Fill this in').waitFor()
    },
  },
  { name: 'branding-preview-start', show: (scene) => openPreview(scene, { 'Shown page': 'start' }) },
  { name: 'branding-preview-lock', show: (scene) => openPreview(scene, { 'Shown page': 'lock' }) },
  {
    name: 'branding-preview-phone',
    show: (scene) => openPreview(scene, { Width: 'phone', 'Shown page': 'inbox', 'Shown colours': 'dark' }),
  },
  {
    name: 'branding-leave',
    show: async (scene) => {
      const { page } = scene
      await openBranding(scene)
      await page.getByLabel('Name', { exact: true }).fill('Another')
      await page.keyboard.press('Tab')
      await page.getByLabel('Colours', { exact: true }).focus()
      await page.getByRole('link', { name: 'All domains' }).click()
      await page.getByRole('dialog', { name: 'Leave without saving?' }).waitFor()
    },
  },
  {
    name: 'branding-settings',
    show: async (scene) => {
      await openBranding(scene)
      await scene.page.getByRole('button', { name: 'Delete service' }).scrollIntoViewIfNeeded()
    },
  },
  { name: 'branding-lock', show: (scene) => openAtButton(scene, 'Turn on lock') },
  {
    name: 'branding-delete',
    show: async (scene) => {
      await openAtButton(scene, 'Delete service')
      await scene.page.getByText(/This ends: \w+ domain/).waitFor()
    },
  },
  ...readStates({ name: 'branding', path: '/branding', call: 'readService' }),
]
