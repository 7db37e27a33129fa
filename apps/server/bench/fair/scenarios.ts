import { z } from 'zod'
import { storeWebhooks } from '../../test/support/stored-webhook.ts'
import type { AttackPart } from './attack.ts'
import { type Call, numbered, sendCall, visitorCount } from './call.ts'
import { feedCall, firstPosition } from './feed-call.ts'
import { storeMuchData } from './much-data.ts'
import { addressCall, bearer, makeTenant, type Place, type Tenant } from './tenant.ts'
import type { BystanderAct } from './watch-bystanders.ts'

/** What a scenario has: a service that is attacked or attacks, and one beside it. */
export interface Stage extends Place {
  attacked: Tenant
  bystander: Tenant
  /** Where webhooks are answered. */
  receiverUrl: string
  /** The numbers that an act of this rhythm has, without the attack and beside it. */
  numbersOf(everyMs: number): number[]
}

/** An attack, and what is watched beside mails, calls and webhooks of another service. */
export interface Scenario {
  name: string
  /** The plan of the attacked service; without limits where there is none. */
  plan?: string
  arrange(stage: Stage): Promise<{ attack: AttackPart[]; acts: BystanderAct[] }>
}

const lockPassword = 'correct horse'
const inboxPassword = 'battery staple'
const unlocked = z.object({ data: z.object({ token: z.string() }) })

/** Each way in which one tenant, visitor or sender could stop all others. */
const all: Scenario[] = [
  {
    name: 'a counted plan, 60 visitors and 4 senders of first mails',
    plan: 'pro',
    async arrange(stage) {
      const other = await makeTenant(stage, 'counted', 'pro')
      return {
        attack: newAddresses(stage.attacked, 60),
        acts: [{ name: 'first mail, another counted plan', everyMs: 200, recipient: `new{n}@${other.hostname}` }],
      }
    },
  },
  {
    name: '50 webhooks of one event, mails to 100 recipients',
    async arrange({ deps, attacked: { serviceId, hostname }, receiverUrl }) {
      await storeWebhooks(deps, { serviceId, url: receiverUrl, events: ['message.received'], count: 50 })
      const recipients = Array.from({ length: 100 }, (_, index) => `reported${index}@${hostname}`)
      return { attack: [{ connections: 1, pauseMs: 1_000, recipients }], acts: [] }
    },
  },
  {
    name: '8 times 10 lists whose filters find nothing',
    async arrange({ deps, attacked, bystander }) {
      const webhookId = await storeMuchData(deps, attacked.serviceId)
      const path = `/v1/services/${bystander.serviceId}/audit-log?limit=20`
      const search = `/v1/inboxes/honest@${bystander.hostname}/messages?q=nothing`
      return {
        attack: [{ connections: 8, call: listBatch(attacked, webhookId) }],
        acts: [
          { name: 'list of another user', everyMs: 100, call: { path, headers: bearer(bystander.token) } },
          {
            name: 'search of another key',
            everyMs: 200,
            call: { path: search, headers: { 'x-api-key': bystander.key } },
          },
        ],
      }
    },
  },
  {
    name: 'invented TLS names',
    async arrange({ bystander }) {
      const ask = (domain: string): Call => ({
        path: `/v1/public/platform-domain-allowed?domain=${domain}`,
        // One proxy asks for all.
        headers: { 'x-forwarded-for': '192.0.2.200' },
      })
      return {
        attack: [{ connections: 20, call: ask('invented{n}.example') }],
        acts: [{ name: 'verified host', everyMs: 100, call: ask(bystander.hostname) }],
      }
    },
  },
  {
    name: 'passwords, 75 connections of one /48',
    async arrange(stage) {
      const { attacked, bystander } = stage
      await makeAddress(stage, attacked, { localPart: 'closed', password: inboxPassword })
      const everyMs = 500
      for (const tenant of [attacked, bystander]) {
        for (const number of stage.numbersOf(everyMs)) {
          await makeAddress(stage, tenant, { localPart: `own${number}`, password: `${inboxPassword} ${number}` })
        }
      }
      // Each inbox is visited once: a password that was right a moment ago would not be computed.
      const visit = (name: string, { hostname }: Tenant) => {
        const password = `${inboxPassword} {n}`
        return { name, everyMs, call: inboxCall(`own{n}@${hostname}`, { client: '{visitor}', password }) }
      }
      return {
        attack: [{ connections: 75, call: inboxCall(`closed@${attacked.hostname}`, { client: '{subnet}' }) }],
        acts: [visit('visitor of another service', bystander), visit('visitor of the same service', attacked)],
      }
    },
  },
  {
    name: 'forged and old positions of a live feed',
    async arrange({ origin, attacked, bystander }) {
      const { serviceId, token } = attacked
      const old = await firstPosition(origin, { serviceId, token })
      const reopen = (lastEventId: string) => feedCall({ serviceId, token, lastEventId })
      return {
        attack: [
          { connections: 9, hangsUp: true, call: reopen(forgedPosition()) },
          { connections: 9, hangsUp: true, call: reopen(old) },
          { connections: 1, pauseMs: 10, recipients: [`reported@${attacked.hostname}`] },
        ],
        acts: [
          {
            name: 'feed of another user',
            everyMs: 500,
            feed: { serviceId: bystander.serviceId, token: bystander.token },
          },
        ],
      }
    },
  },
  {
    name: 'visitors and senders who use up a plan',
    plan: 'free',
    async arrange({ attacked }) {
      return {
        attack: newAddresses(attacked, 10),
        acts: [{ name: "address of the tenant's own", everyMs: 1_000, call: addressCall(attacked) }],
      }
    },
  },
  {
    name: 'services and invitations of one user',
    async arrange({ attacked, bystander }) {
      const headers = bearer(attacked.token)
      const invite = (email: string): Call => ({
        method: 'POST',
        path: `/v1/services/${attacked.serviceId}/members`,
        headers,
        body: { email, role: 'viewer' },
      })
      const others = bearer(bystander.token)
      return {
        attack: [
          { connections: 10, call: { method: 'POST', path: '/v1/services', headers, body: { name: 'service {n}' } } },
          { connections: 20, call: invite('person{n}@people.example') },
          { connections: 5, call: invite('bystander@people.example') },
        ],
        acts: [
          { name: 'invitations of another user', everyMs: 250, call: { path: '/v1/invitations', headers: others } },
          { name: 'services of another user', everyMs: 250, call: { path: '/v1/services', headers: others } },
        ],
      }
    },
  },
  {
    name: 'guesses of a lock and of an inbox, many clients',
    async arrange(stage) {
      const { origin, attacked } = stage
      const { hostname } = attacked
      for (const localPart of ['owned', 'open']) {
        await makeAddress(stage, attacked, { localPart, ...(localPart === 'owned' && { password: inboxPassword }) })
      }
      await lock(stage)
      const unlock = (password: string, client: string, token?: string): Call => ({
        method: 'POST',
        path: '/v1/public/unlock',
        headers: { 'x-forwarded-for': client, ...(token && { 'x-unlock-token': token }) },
        body: { host: hostname, password },
      })
      const answer = await sendCall(origin, unlock(lockPassword, '192.0.2.100'))
      const { token } = unlocked.parse(JSON.parse(answer)).data
      const owned = (client: string, password: string) => inboxCall(`owned@${hostname}`, { client, password, token })
      for (let visitor = 0; visitor < visitorCount; visitor += 1) {
        await sendCall(origin, numbered(owned('{visitor}', inboxPassword), visitor))
      }
      return {
        attack: [
          { connections: 20, call: unlock('wrong password {n}', '{client}') },
          { connections: 10, call: owned('{client}', 'wrong {n}') },
        ],
        acts: [
          {
            name: 'unlocked visitor',
            everyMs: 250,
            call: inboxCall(`open@${hostname}`, { client: '{visitor}', token }),
          },
          { name: 'owner of the inbox', everyMs: 500, call: owned('{visitor}', inboxPassword) },
          { name: 'unlocked, once more', everyMs: 1_000, call: unlock(lockPassword, '{visitor}', token) },
        ],
      }
    },
  },
]

/** The scenarios with one of these texts in their name; all without texts. */
export const scenarios = (wanted: string[]): Scenario[] =>
  all.filter(({ name }) => wanted.length === 0 || wanted.some((text) => name.includes(text)))

const newAddresses = ({ hostname }: Tenant, visitors: number): AttackPart[] => [
  {
    connections: visitors,
    call: {
      method: 'POST',
      path: '/v1/public/inbox/generate',
      headers: { 'x-forwarded-for': '{client}' },
      body: { hostname },
    },
  },
  { connections: 4, recipients: [`first{n}@${hostname}`] },
]

/** Ten lists in one request, each with another filter. */
function listBatch({ serviceId, token }: Tenant, webhookId: string): Call {
  const lists = Array.from({ length: 10 }, (_, index) =>
    index % 2 === 0
      ? { procedure: 'dashboard.listAuditLog', input: { id: serviceId, actor: `nobody-NUMBER-${index}` } }
      : { procedure: 'dashboard.listDeliveries', input: { id: webhookId, state: 'cancelled' } },
  )
  const input = encodeURIComponent(JSON.stringify(Object.fromEntries(lists.map((list, index) => [index, list.input]))))
  const procedures = lists.map(({ procedure }) => procedure).join(',')
  return { path: `/trpc/${procedures}?batch=1&input=${input.replaceAll('NUMBER', '{n}')}`, headers: bearer(token) }
}

function inboxCall(address: string, by: { client: string; password?: string; token?: string }): Call {
  const headers = {
    'x-forwarded-for': by.client,
    ...(by.password && { 'x-inbox-password': by.password }),
    ...(by.token && { 'x-unlock-token': by.token }),
  }
  return { path: `/v1/public/inbox/${address}`, headers }
}

const makeAddress = ({ origin }: Place, tenant: Tenant, fields: { localPart: string; password?: string }) =>
  sendCall(origin, addressCall(tenant, fields))

const lock = ({ origin, attacked: { serviceId, token } }: Stage) =>
  sendCall(origin, {
    method: 'PATCH',
    path: `/v1/services/${serviceId}`,
    headers: bearer(token),
    body: { accessLock: { enabled: true, password: lockPassword } },
  })

/** Half an hour old, with a MAC of no key. */
function forgedPosition(): string {
  const seconds = Math.floor(Date.now() / 1000) - 1_800
  return `82${seconds.toString(16).toUpperCase()}00000001.${'A'.repeat(43)}`
}
