import { readWebhookOutput } from '@inlet/contract'
import { expect, test } from 'vitest'
import { toWebhook, type WebhookDoc } from './webhook-model.ts'

const at = new Date('2026-11-21T09:28:41.507Z')

test('the public shape of a webhook is the one of the contract, and has no secret in it', () => {
  const stored: WebhookDoc = {
    _id: '01JD3Q9B4D6F8H0K2M4P6R8T0V',
    serviceId: '01JD3Q4M1T6S9W2X5Z8A0C3E7G',
    url: 'https://hooks.example.com/',
    description: null,
    events: ['message.received'],
    filterOtpOnly: false,
    state: 'disabled',
    disabledReason: 'gone',
    secrets: [{ value: 'whsec_c2VjcmV0', expiresAt: null }],
    createdAt: at,
    lastSuccessAt: null,
    failingSince: at,
  }

  const data = toWebhook(stored)

  expect(readWebhookOutput.strict().parse({ data })).toEqual({ data })
  expect(data).toMatchObject({ createdAt: at.toISOString(), lastSuccessAt: null, failingSince: at.toISOString() })
  expect(JSON.stringify(data)).not.toContain('whsec_')
})
