import type { Invoice, ListInvoicesInput, Page } from '@inlet/contract'
import { decodeCursor, encodeCursor } from '@inlet/core'
import type { Stripe } from 'stripe'
import type { CallStripe } from './stripe-errors.ts'

interface InvoiceQuery extends Pick<ListInvoicesInput, 'cursor' | 'limit'> {
  serviceId: string
  /** Null where nobody has paid yet. */
  customerId: string | null
}

const isInvoiceId = (text: string) => /^in_\w{1,250}$/.test(text)

/** The invoices of a customer, newest first, without drafts. @throws BAD_REQUEST `invalid_cursor` */
export async function invoicesOf(
  { stripe, callStripe }: { stripe: Stripe; callStripe: CallStripe },
  { serviceId, customerId, cursor, limit }: InvoiceQuery,
): Promise<Page<Invoice>> {
  const scope = { list: 'invoices', filters: { serviceId } }
  const after = decodeCursor(scope, cursor, isInvoiceId)
  if (customerId === null) return { data: [], meta: { cursor: '', hasMore: false } }

  const paging = { limit, ...(after !== null && { starting_after: after }) }
  const page = await callStripe(() => stripe.invoices.list({ customer: customerId, ...paging }))
  const data = page.data.filter(({ status }) => status !== 'draft').map(toInvoice)
  return { data, meta: { cursor: encodeCursor(scope, page.data.at(-1)?.id ?? null), hasMore: page.has_more } }
}

const toInvoice = (invoice: Stripe.Invoice): Invoice => ({
  id: invoice.id,
  number: invoice.number ?? '',
  // What is left of a credit is not owed.
  amount: invoice.amount_due,
  currency: invoice.currency,
  status: invoice.status ?? '',
  url: invoice.hosted_invoice_url ?? '',
  pdfUrl: invoice.invoice_pdf ?? '',
  createdAt: new Date(invoice.created * 1000).toISOString(),
})
