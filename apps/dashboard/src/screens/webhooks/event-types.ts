import { events, webhookEvents } from '@inlet/contract'

/** The event types, with what each reports. */
export const eventChoices = webhookEvents.map((value) => ({ value, hint: events[value].about }))
