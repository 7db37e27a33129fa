import { readStates } from './list-states.ts'
import type { Scene, Screen } from './scene.ts'

const limits = { domains: 3, addresses: 1_000, messagesPerMonth: 5_000, webhooks: 3, members: 3, retentionDays: 7 }
const priceOf = (amount: number) => ({ amount, currency: 'eur', interval: 'month' })
const free = { id: 'free', name: 'Free', price: null, limits }
const pro = {
  id: 'pro',
  name: 'Pro',
  price: priceOf(2900),
  limits: { ...limits, domains: 10, addresses: 10_000, messagesPerMonth: 50_000, retentionDays: 30 },
}
const scale = {
  id: 'scale',
  name: 'Scale',
  price: priceOf(9900),
  limits: { ...limits, domains: null, addresses: null, messagesPerMonth: 1_000_000, retentionDays: null },
}

const billing = {
  provider: 'stripe',
  plan: 'pro',
  status: 'active',
  period: { start: '2026-11-01T00:00:00.000Z', end: '2026-12-01T00:00:00.000Z' },
  cancelsAtEnd: false,
  usage: {
    domains: { used: 2, limit: 10 },
    addresses: { used: 8_412, limit: 10_000 },
    messagesPerMonth: { used: 41_270, limit: 50_000 },
    webhooks: { used: 3, limit: 3 },
    members: { used: 2, limit: 3 },
  },
  overQuota: ['webhooks'],
}

const invoices = [
  ['ACME-0007', 'open', '2026-11-01T00:00:00.000Z'],
  ['ACME-0006', 'paid', '2026-10-01T00:00:00.000Z'],
].map(([number = '', status, createdAt]) => ({
  id: `in_${number}`,
  number,
  amount: 2900,
  currency: 'eur',
  status,
  url: `https://pay.example/${number}`,
  pdfUrl: `https://pay.example/${number}.pdf`,
  createdAt,
}))

const usageDays = Array.from({ length: 30 }, (_, day) => {
  const messagesReceived = 700 + ((day * 7_919) % 1_300)
  return {
    date: new Date(Date.UTC(2026, 9, 26 + day)).toISOString().slice(0, 10),
    messagesReceived,
    messagesWithCode: Math.round(messagesReceived * 0.83),
    apiRequests: messagesReceived * 6,
    addressesCreated: 12 + ((day * 31) % 40),
    deliveries: messagesReceived,
    bytesReceived: messagesReceived * 21_377,
  }
})

/** What the server would say of a service that pays and is used; `changed` are the differences of a state. */
async function openPaying({ page, open }: Scene, changed: object = {}, path = '/billing'): Promise<void> {
  const answers: Record<string, unknown> = {
    readBilling: { data: { ...billing, ...changed } },
    listPlans: { data: [free, pro, scale] },
    listInvoices: { data: invoices, meta: { cursor: '', hasMore: false } },
    readUsage: { data: usageDays },
  }
  await page.route(/\/trpc\/[^?]*(?:readBilling|listPlans|listInvoices|readUsage)/, async (route) => {
    const [, names = ''] = /\/trpc\/([^?]+)/.exec(route.request().url()) ?? []
    const calls = decodeURIComponent(names).split(',')
    if (!calls.every((call) => answers[call.replace(/^dashboard\./, '')])) return route.fallback()
    await route.fulfill({
      json: calls.map((call) => ({ result: { data: answers[call.replace(/^dashboard\./, '')] } })),
    })
  })
  await open(path)
  await page.getByRole('heading', { name: 'Plans' }).waitFor()
  await page.locator('.recharts-bar').first().waitFor()
}

/** The screen of usage and billing. */
export const billingScreens: readonly Screen[] = [
  { name: 'billing-paying', show: (scene) => openPaying(scene) },
  ...readStates({ name: 'billing', path: '/billing', call: 'readUsage' }),
  {
    name: 'billing-day',
    show: async (scene) => {
      await openPaying(scene)
      await scene.page.locator('.recharts-bar-rectangle').nth(12).hover()
      await scene.page.locator('.recharts-tooltip-wrapper').waitFor()
    },
  },
  {
    name: 'billing-table',
    show: async (scene) => {
      await openPaying(scene)
      await scene.page.getByText('All days as a table').click()
      await scene.page.getByRole('rowheader').first().waitFor()
    },
  },
  {
    name: 'billing-over',
    show: (scene) =>
      openPaying(
        scene,
        {
          status: 'past_due',
          overQuota: ['messagesPerMonth'],
          usage: { ...billing.usage, messagesPerMonth: { used: 50_000, limit: 50_000 } },
        },
        '/billing?metric=bytesReceived',
      ),
  },
  { name: 'billing-paid', show: (scene) => openPaying(scene, {}, '/billing?checkout=done') },
  {
    name: 'billing-change',
    show: async (scene) => {
      await openPaying(scene, {
        usage: { ...billing.usage, addresses: { used: 8_412, limit: 10_000 }, domains: { used: 7, limit: 10 } },
      })
      await scene.page.getByRole('button', { name: 'Change to Free' }).click()
      await scene.page.getByRole('button', { name: 'Change plan' }).waitFor()
    },
  },
  {
    name: 'billing-off',
    role: 'viewer',
    show: async ({ page, open }) => {
      await open('/billing')
      await page.getByText('Plans are assigned by the operator').waitFor()
      await page.locator('.recharts-bar').first().waitFor()
    },
  },
]
