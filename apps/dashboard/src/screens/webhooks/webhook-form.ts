import { createWebhookInput } from '@inlet/contract'
import type { z } from 'zod'

/** What a person types of a webhook: the same when it is made and when it is changed. */
export const webhookForm = createWebhookInput.pick({ url: true, events: true, filterOtpOnly: true, description: true })

export type WebhookFormInput = z.input<typeof webhookForm>
export type WebhookFormOutput = z.output<typeof webhookForm>
