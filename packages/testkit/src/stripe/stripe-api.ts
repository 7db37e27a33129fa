import { found, type StripeAccount } from './stripe-account.ts'
import { type FormValue, textAt, textsAt } from './stripe-form.ts'
import { daySeconds, invalid, StripeRefusal } from './stripe-objects.ts'

/** A call of Stripe's API, with its query and its body read. */
export interface StripeCall {
  method: string
  path: string
  query: URLSearchParams
  form: Record<string, FormValue>
}

type Handle = (account: StripeAccount, call: StripeCall, id: string) => unknown

const routes: [method: string, path: RegExp, handle: Handle][] = [
  [
    'POST',
    /^\/v1\/customers$/,
    (account, { form }) =>
      account.createCustomer({
        name: textAt(form, 'name') ?? null,
        email: textAt(form, 'email') ?? null,
        metadata: textsAt(form, 'metadata'),
      }),
  ],
  ['GET', /^\/v1\/customers\/(\w+)$/, (account, _call, id) => found(account.customers, 'customer', id)],
  ['GET', /^\/v1\/prices\/(\w+)$/, (account, _call, id) => found(account.prices, 'price', id)],
  ['POST', /^\/v1\/checkout\/sessions$/, createSession],
  ['GET', /^\/v1\/checkout\/sessions\/(\w+)$/, (account, _call, id) => found(account.sessions, 'checkout.session', id)],
  ['POST', /^\/v1\/checkout\/sessions\/(\w+)\/expire$/, (account, _call, id) => account.expireSession(id)],
  ['POST', /^\/v1\/billing_portal\/sessions$/, createPortalSession],
  ['GET', /^\/v1\/subscriptions$/, (account, call) => listOf(account.subscriptions, call, hasStatus)],
  ['GET', /^\/v1\/subscriptions\/(\w+)$/, (account, _call, id) => found(account.subscriptions, 'subscription', id)],
  ['POST', /^\/v1\/subscriptions\/(\w+)$/, changeSubscription],
  ['DELETE', /^\/v1\/subscriptions\/(\w+)$/, (account, _call, id) => account.cancelSubscription(id)],
  ['GET', /^\/v1\/invoices$/, (account, call) => listOf(account.invoices, call, () => true)],
]

/** Answers a call. @throws StripeRefusal */
export function answerCall(account: StripeAccount, call: StripeCall): unknown {
  for (const [method, path, handle] of routes) {
    const match = call.method === method ? path.exec(call.path) : null
    if (match) return handle(account, call, match[1] ?? '')
  }
  throw new StripeRefusal(404, {
    type: 'invalid_request_error',
    message: `Unrecognized request URL (${call.method}: ${call.path}).`,
  })
}

function createSession(account: StripeAccount, { form }: StripeCall): unknown {
  if (textAt(form, 'mode') !== 'subscription') throw invalid('The stand-in knows the mode subscription alone.')
  if (textAt(form, 'line_items', '0', 'quantity') !== '1') throw invalid('The stand-in knows the quantity 1 alone.')
  const data = form.subscription_data
  const given = {
    customer: needed(form, 'customer'),
    price: needed(form, 'line_items', '0', 'price'),
    client_reference_id: textAt(form, 'client_reference_id') ?? null,
    success_url: needed(form, 'success_url'),
    cancel_url: textAt(form, 'cancel_url') ?? null,
    expires_at: Number(textAt(form, 'expires_at') ?? Math.floor(Date.now() / 1000) + daySeconds),
  }
  return account.createSession(given, typeof data === 'object' ? textsAt(data, 'metadata') : {})
}

function createPortalSession(account: StripeAccount, { form }: StripeCall): unknown {
  const { id } = found(account.customers, 'customer', needed(form, 'customer'))
  return {
    id: `bps_${id}`,
    object: 'billing_portal.session',
    customer: id,
    return_url: textAt(form, 'return_url') ?? null,
    url: `${account.pages}/portal/${id}`,
  }
}

function changeSubscription(account: StripeAccount, { form }: StripeCall, id: string): unknown {
  const subscription = found(account.subscriptions, 'subscription', id)
  const item = textAt(form, 'items', '0', 'id')
  const price = textAt(form, 'items', '0', 'price')
  // Without the id of the item, Stripe adds a second one.
  if (price !== undefined && item !== subscription.items.data[0]?.id) throw invalid('No such subscription item.')
  const cancels = textAt(form, 'cancel_at_period_end')
  return account.changeSubscription(id, {
    price,
    cancelAtPeriodEnd: cancels === undefined ? undefined : cancels === 'true',
  })
}

interface Listed {
  id: string
  customer: string
}

/** A page of a customer's records, newest first; 10 by default. */
function listOf<T extends Listed>(
  records: ReadonlyMap<string, T>,
  { path, query }: StripeCall,
  isWanted: (record: T, status: string | null) => boolean,
): unknown {
  const customer = query.get('customer')
  const ofCustomer = [...records.values()]
    .reverse()
    .filter((record) => customer === null || record.customer === customer)
  const wanted = ofCustomer.filter((record) => isWanted(record, query.get('status')))
  const after = query.get('starting_after')
  const start = after === null ? 0 : wanted.findIndex(({ id }) => id === after) + 1
  const end = start + Math.min(100, Number(query.get('limit') ?? 10))
  return { object: 'list', url: path, data: wanted.slice(start, end), has_more: wanted.length > end }
}

/** Ended ones only where they are asked for. */
const hasStatus = (record: { status: string }, status: string | null) =>
  status === 'all' || (status === null ? record.status !== 'canceled' : record.status === status)

function needed(form: Record<string, FormValue>, ...path: string[]): string {
  const text = textAt(form, ...path)
  if (text === undefined) throw invalid(`Missing required param: ${path.join('.')}.`)
  return text
}
