import type { Scene, Screen } from './scene.ts'

const listCall = '**/trpc/*listAuditLog*'

async function openLog({ open, page }: Scene, search = ''): Promise<void> {
  await open(`/audit-log${search}`)
  await page.getByRole('button', { name: 'Service changed' }).first().waitFor()
}

/** The screen of the audit log. */
export const auditLogScreens: readonly Screen[] = [
  { name: 'audit-log-list', show: (scene) => openLog(scene) },
  {
    name: 'audit-log-viewer',
    role: 'viewer',
    show: async ({ page, open }) => {
      await open('/audit-log')
      await page.getByText('not shown to viewers').waitFor()
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
      await page.getByText('No entry fits these filters').waitFor()
    },
  },
  {
    name: 'audit-log-loading',
    show: async ({ page, open }) => {
      await page.route(listCall, () => {})
      await open('/audit-log')
      await page.getByText('Loading', { exact: true }).waitFor({ state: 'attached' })
    },
  },
  {
    name: 'audit-log-failed',
    show: async ({ page, open }) => {
      const error = {
        message: 'Something',
        code: -32603,
        data: { code: 'INTERNAL_SERVER_ERROR', httpStatus: 500, requestId: 'req_01JZX3' },
      }
      await page.route(listCall, (route) => route.fulfill({ status: 500, json: [{ error }] }))
      await open('/audit-log')
      await page.getByRole('button', { name: 'Try again' }).waitFor()
    },
  },
]
