import { expect, test } from 'vitest'
import { actionWords } from './action-words.ts'

test('an action is said in words', () => {
  expect(['api_key.created', 'webhook.secret_rotated', 'member.joined'].map(actionWords)).toEqual([
    'API key created',
    'Webhook secret rotated',
    'Member joined',
  ])
})
