import { listStates } from './list-states.ts'
import type { Scene, Screen } from './scene.ts'

async function openMembers({ open, page }: Scene): Promise<void> {
  await open('/members')
  await page.getByRole('rowheader', { name: 'Adam Admin' }).waitFor()
}

/** The screen of members. */
export const memberScreens: readonly Screen[] = [
  { name: 'members-list', show: openMembers },
  ...listStates({ name: 'members', path: '/members', call: 'listMembers', empty: 'No members yet' }),
  { name: 'members-viewer', role: 'viewer', show: openMembers },
  {
    name: 'members-invite',
    show: async ({ page, open }) => {
      await open('/members?dialog=invite')
      await page.getByLabel('E-mail address').fill('not an address')
      await page.getByRole('button', { name: 'Invite' }).last().click()
      await page.getByRole('alert').waitFor()
    },
  },
  {
    name: 'members-remove',
    show: async (scene) => {
      await openMembers(scene)
      await scene.page.getByRole('button', { name: 'Actions for Adam Admin' }).click()
      await scene.page.getByRole('menuitem', { name: 'Remove' }).click()
      await scene.page.getByRole('button', { name: 'Remove', exact: true }).waitFor()
    },
  },
]
