import { listStates } from './list-states.ts'
import type { Scene, Screen } from './scene.ts'

async function openLog({ open, page }: Scene, search = ''): Promise<void> {
  await open(`/audit-log${search}`)
  await page.getByRole('button', { name: 'Service changed' }).first().waitFor()
}

/** The screen of the audit log. */
export const auditLogScreens: readonly Screen[] = [
  { name: 'audit-log-list', show: (scene) => openLog(scene) },
  ...listStates({ name: 'audit-log', path: '/audit-log', call: 'listAuditLog', empty: 'No changes yet' }),
  {
    name: 'audit-log-viewer',
    role: 'viewer',
    show: async ({ page, open }) => {
      await open('/audit-log')
      await page.getByText('Viewers cannot see the audit log').waitFor()
    },
  },
  {
    name: 'audit-log-entry',
    show: async (scene) => {
      await openLog(scene, '?action=service.changed&from=2020-01-01')
      await scene.page.getByRole('button', { name: 'Service changed' }).first().click()
      await scene.page.getByRole('button', { name: 'Done' }).waitFor()
    },
  },
  {
    name: 'audit-log-nothing-fits',
    show: async ({ page, open }) => {
      await open('/audit-log?actor=nobody@example.com')
      await page.getByText('No results').waitFor()
    },
  },
]
