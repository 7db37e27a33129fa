import { auditActions } from '@inlet/contract'
import { expect, test } from 'vitest'
import { actionLabel } from './action-label.ts'

test('an action is said in words', () => {
  expect(['api_key.created', 'webhook.secret_rotated', 'member.joined'].map(actionLabel)).toEqual([
    'API key created',
    'Webhook secret rotated',
    'Member joined',
  ])
})

test('each action of the audit log has a label of its own, in words alone', () => {
  const labels = auditActions.map(actionLabel)

  expect(new Set(labels).size).toBe(auditActions.length)
  for (const label of labels) expect(label).toMatch(/^(?:API|[A-Z][a-z]+)(?: [a-z]+)+$/)
})
