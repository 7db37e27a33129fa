import { expect, test } from 'vitest'
import { actionLabel } from './action-label.ts'

test('an action is said in words', () => {
  expect(['api_key.created', 'webhook.secret_rotated', 'member.joined'].map(actionLabel)).toEqual([
    'API key created',
    'Webhook secret rotated',
    'Member joined',
  ])
})
