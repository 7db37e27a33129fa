import type { WebhookEvent } from '@inlet/contract'

/** What each type of event reports. */
const hints: Record<WebhookEvent, string> = {
  'message.received': 'A mail has arrived',
  'message.deleted': 'A mail was deleted by somebody; not when its time is up',
  'address.created': 'An address was made, by a key, a person or its first mail',
}

/** The types of events, the one that most receivers are for first. */
export const eventChoices: readonly { value: WebhookEvent; hint: string }[] = [
  { value: 'message.received', hint: hints['message.received'] },
  { value: 'message.deleted', hint: hints['message.deleted'] },
  { value: 'address.created', hint: hints['address.created'] },
]

/** The type that a text names. */
export const eventOf = (text: string): WebhookEvent | undefined =>
  eventChoices.find(({ value }) => value === text)?.value
