/** A provider of payment that takes every order and changes nothing. */
export const paidBilling = () => ({
  kind: 'stripe' as const,
  checkout: async () => 'https://billing.example.com/checkout',
  portal: async () => 'https://billing.example.com/portal',
  changePlan: async () => {},
  cancel: async () => {},
  receiveEvent: async () => {},
  listInvoices: async () => ({ data: [], meta: { cursor: '', hasMore: false } }),
})
