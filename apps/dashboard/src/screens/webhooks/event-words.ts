import { events, type WebhookEvent, webhookEvents } from '@inlet/contract'

/** The types of events, with what each reports. */
export const eventChoices = webhookEvents.map((value) => ({ value, hint: events[value].about }))

/** The type that a text names. */
export const eventOf = (text: string): WebhookEvent | undefined => webhookEvents.find((event) => event === text)
