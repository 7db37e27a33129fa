import type { DnsError } from '@inlet/contract'
import { insertDomain } from '@inlet/core'
import type { DashboardWorld } from '../../support/dashboard-app.ts'
import { listStates, readStates } from './list-states.ts'
import type { Scene, Screen } from './scene.ts'

interface Found {
  txt?: string[]
  mx?: string[]
  faults?: { txt: DnsError | null; mx: DnsError | null }
}

/** Gives the service a domain in each state. @returns their ids by hostname */
export async function fillDomains({ deps, tenant }: DashboardWorld): Promise<Record<string, string>> {
  const { serviceId } = tenant
  const all = deps.db.collection<{ _id: string; hostname: string; ownershipToken: string }>('domains')
  const add = async (hostname: string, state: 'pending' | 'verified' | 'failing' | 'lost', found?: Found) => {
    const { _id, ownershipToken } = await insertDomain(deps, { serviceId, hostname, state })
    // Nobody looks the names up in the DNS of this machine.
    await all.updateOne({ _id }, { $set: { nextCheckAt: state === 'pending' ? new Date('2200-01-01') : null } })
    if (!found) return
    const { txt = [`inlet-verification=${ownershipToken}`], mx = ['mx.test'], faults = { txt: null, mx: null } } = found
    await all.updateOne({ _id }, { $set: { check: { at: deps.clock.now(), txt, mx, faults } } })
  }
  if (!(await all.findOne({ hostname: 'mail.acme.example' }))) {
    await add('old.acme.example', 'lost', { txt: ['inlet-verification=0123'], mx: ['mx.test'] })
    await add('*.team.acme.example', 'failing', { mx: [], faults: { txt: null, mx: 'no_record' } })
    await add('slow.acme.example', 'pending', { txt: [], mx: [], faults: { txt: 'timeout', mx: 'server_failure' } })
    const markup = '<b>v=spf1</b> include:_spf.example.com ‮~all'
    await add('acme.example', 'pending', {
      txt: [markup, `google-site-verification=${'x7Qa'.repeat(12)}`, 'MS=ms1', 'MS=ms2', 'MS=ms3', 'MS=ms4'],
      mx: ['aspmx.l.google.com', 'alt1.aspmx.l.google.com'],
    })
    await add(`${'a-name-that-is-very-long-'.repeat(2)}x.acme.example`, 'verified', {})
    await add('inbox.acme.example', 'pending')
    await add('mail.acme.example', 'verified', {})
  }
  const found = await all.find({ serviceId }).toArray()
  return Object.fromEntries(found.map(({ _id, hostname }) => [hostname, _id]))
}

const listed = async (scene: Scene) => {
  await fillDomains(scene.world)
  await scene.open('/domains')
  await scene.page.getByRole('rowheader', { name: 'mail.acme.example' }).waitFor()
}

const detail = (name: string, hostname: string): Screen => ({
  name: `domains-detail-${name}`,
  show: async ({ world, open, page }) => {
    const ids = await fillDomains(world)
    await open(`/domains/${ids[hostname]}`)
    await page.getByRole('heading', { name: 'DNS records' }).waitFor()
  },
})

/** The screens of domains. */
export const domainScreens: readonly Screen[] = [
  { name: 'domains-list', show: listed },
  ...listStates({ name: 'domains', path: '/domains', call: 'listDomains', empty: 'No domains yet' }),
  {
    name: 'domains-viewer',
    role: 'viewer',
    show: async (scene) => {
      await listed(scene)
      await scene.page.getByRole('button', { name: 'Add domain' }).focus()
    },
  },
  {
    name: 'domains-add',
    show: async ({ page, open }) => {
      await open('/domains?dialog=add')
      await page.getByRole('textbox', { name: 'Domain' }).fill('not a domain')
      await page.getByRole('button', { name: 'Show DNS records' }).click()
      await page.getByRole('alert').waitFor()
    },
  },
  {
    name: 'domains-delete',
    show: async (scene) => {
      await listed(scene)
      await scene.page.getByRole('button', { name: 'Actions for mail.acme.example' }).click()
      await scene.page.getByRole('menuitem', { name: 'Delete' }).click()
      await scene.page.getByRole('button', { name: 'Delete domain' }).waitFor()
    },
  },
  detail('new', 'inbox.acme.example'),
  detail('conflict', 'acme.example'),
  detail('faults', 'slow.acme.example'),
  detail('verified', 'mail.acme.example'),
  detail('failing', '*.team.acme.example'),
  detail('lost', 'old.acme.example'),
  ...readStates({
    name: 'domains-detail',
    path: async ({ world }) => `/domains/${(await fillDomains(world))['mail.acme.example']}`,
    call: 'readDomain',
  }),
]
