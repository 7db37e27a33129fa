import type { PaymentProvider } from '@inlet/core'

/** A provider of payment that a test may switch off, as an installation has it without one. */
export type SwitchedBilling = Omit<PaymentProvider, 'kind'> & { kind: 'stripe' | 'none' }

/** A provider that takes every order and changes nothing. */
export const paidBilling = (): SwitchedBilling => ({
  kind: 'stripe',
  checkout: async () => 'https://billing.example.com/checkout',
  portal: async () => 'https://billing.example.com/portal',
  changePlan: async () => {},
  cancel: async () => {},
  receiveEvent: async () => {},
  listInvoices: async () => ({ data: [], meta: { cursor: '', hasMore: false } }),
})
