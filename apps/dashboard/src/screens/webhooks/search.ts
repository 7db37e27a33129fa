import { type DeliveryState, webhookEvents } from '@inlet/contract'
import { oneOf, searchOf, text } from '../../api/search-params.ts'

/** `dialog`: the form of a new webhook is in the URL, so that it is open again after a login. */
export const webhooksSearch = searchOf({ cursor: text, dialog: oneOf('create') })

/** The filters and the cursor are of the deliveries; `delivery` is the one that is open. */
export const webhookSearch = searchOf({
  view: oneOf('verify'),
  state: oneOf<DeliveryState>('pending', 'succeeded', 'failed', 'cancelled'),
  eventType: oneOf(...webhookEvents),
  cursor: text,
  delivery: text,
  dialog: oneOf('edit'),
})
