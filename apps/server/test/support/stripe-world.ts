import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { insertService } from '@inlet/core'
import { type StripeStandIn, stripeStandIn } from '@inlet/testkit'
import { afterAll, beforeAll } from 'vitest'
import { person } from './people.ts'
import { type Answer, type OwnWorld, startWorld } from './world.ts'

const prices = { price_pro: 2900, price_scale: 9900 }
const limits = { domains: 10, addresses: 100, messagesPerMonth: 100, webhooks: 5, members: 5, retentionDays: 14 }
const priceOf = (amount: number) => ({ amount, currency: 'eur', interval: 'month' })

/** Plans as an operator writes them for Stripe. */
export const soldPlans = [
  { id: 'free', name: 'Free', price: null, limits },
  { id: 'pro', name: 'Pro', price: priceOf(prices.price_pro), limits, stripePriceId: 'price_pro' },
  { id: 'scale', name: 'Scale', price: priceOf(prices.price_scale), limits, stripePriceId: 'price_scale' },
]

/** A service with an owner, as its owner and Stripe deal with it. */
export interface Customer {
  serviceId: string
  ask(path: string, how?: { method?: string; body?: unknown }): Promise<Answer>
  /** Deletes the service. */
  remove(): Promise<Answer>
  /** What `GET /services/:id/billing` says of the subscription. */
  billing(): Promise<{ plan: string; status: string; cancelsAtEnd: boolean; period: { start: string; end: string } }>
  checkout(planId: string): Promise<Answer>
  /** Changes the plan of the subscription. */
  choose(planId: string): Promise<Answer>
  /** Goes through the checkout on the provider's page. @returns the id of the subscription */
  pay(planId: string): Promise<string>
}

export interface StripeWorld {
  world: OwnWorld
  standIn: StripeStandIn
  /** The receiver of events. */
  receiver: string
  /** A new service, with an owner. */
  newCustomer(): Promise<Customer>
  /** Delivers every event that was not delivered yet, in order. */
  deliverAll(): Promise<void>
}

/** Starts one server for the tests of a file, which is paid by a stand-in for Stripe; `more` settings go before the usual ones. */
export function sharedStripeWorld(more: Record<string, string> = {}): () => StripeWorld {
  let shared: StripeWorld | null = null
  const parts = new AsyncDisposableStack()
  beforeAll(async () => {
    const standIn = parts.use(await stripeStandIn(prices))
    const plans = parts.use(await plansFile(soldPlans))
    const settings = { INLET_ROLE: 'http', ...stripeSettings(standIn, plans.path), ...more }
    shared = stripeWorld(parts.use(await startWorld({ settings })), standIn)
  })
  afterAll(() => parts.disposeAsync())
  return () => {
    if (!shared) throw new Error('the world has not started')
    return shared
  }
}

/** A file with plans, until it is disposed of. */
export async function plansFile(plans: unknown): Promise<AsyncDisposable & { path: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'inlet-plans-'))
  const path = join(folder, 'plans.json')
  await writeFile(path, JSON.stringify(plans))
  return { path, [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) }
}

/** The settings of a server that is paid by a stand-in. */
export const stripeSettings = (standIn: StripeStandIn, plansPath: string) => ({
  BILLING_PROVIDER: 'stripe',
  PLANS_FILE: plansPath,
  PUBLIC_URL: 'https://inlet.example',
  STRIPE_SECRET_KEY: standIn.secretKey,
  STRIPE_WEBHOOK_SECRET: standIn.webhookSecret,
  STRIPE_API_URL: standIn.url,
})

function stripeWorld(world: OwnWorld, standIn: StripeStandIn): StripeWorld {
  const receiver = `${world.baseUrl}/v1/billing/webhooks/stripe`
  let delivered = 0
  return {
    world,
    standIn,
    receiver,
    async newCustomer() {
      const { _id: serviceId } = await insertService(world.deps, { name: 'Shop' })
      const { token } = await person(world, { role: 'owner', tenant: { ...world.tenant, serviceId } })
      return customerOf({ world, standIn, serviceId, token })
    },
    async deliverAll() {
      const events = standIn.account.events.slice(delivered)
      delivered = standIn.account.events.length
      for (const event of events) {
        const status = await standIn.deliver(event, receiver)
        if (status !== 200) throw new Error(`${event.type} was answered ${status}`)
      }
    },
  }
}

interface CustomerParts {
  world: OwnWorld
  standIn: StripeStandIn
  serviceId: string
  token: string
}

function customerOf({ world, standIn, serviceId, token }: CustomerParts): Customer {
  const base = `/v1/services/${serviceId}/billing`
  const ask: Customer['ask'] = (path, how = {}) => world.call(`${base}${path}`, { token, ...how })
  const checkout = (planId: string) => ask('/checkout', { method: 'POST', body: { planId } })
  return {
    serviceId,
    ask,
    checkout,
    remove: () => world.call(`/v1/services/${serviceId}?confirm=Shop`, { method: 'DELETE', token }),
    choose: (planId) => ask('/plan', { method: 'PUT', body: { planId } }),
    async billing() {
      const { plan, status, cancelsAtEnd, period } = (await ask('')).body.data
      return { plan, status, cancelsAtEnd, period }
    },
    async pay(planId) {
      const { url } = (await checkout(planId)).body.data
      const before = new Set(standIn.account.subscriptions.keys())
      await fetch(url, { method: 'POST', redirect: 'manual' })
      const [made] = [...standIn.account.subscriptions.keys()].filter((id) => !before.has(id))
      if (made === undefined) throw new Error('the payment made no subscription')
      return made
    },
  }
}
