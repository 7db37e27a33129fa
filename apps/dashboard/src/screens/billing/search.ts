import { oneOf, searchOf, text } from '../../api/search-params.ts'

/** `checkout` is set by the page of payment, which leads back here. */
export const billingSearch = searchOf({
  checkout: oneOf('done', 'cancelled'),
  days: oneOf('7', '90'),
  metric: oneOf('apiRequests', 'deliveries', 'addressesCreated', 'bytesReceived'),
  cursor: text,
})
