import { type WebhookReceiver, waitFor, webhookReceiver } from '@inlet/testkit'
import { expect, test } from 'vitest'
import { person } from '../support/people.ts'
import { startWorld } from '../support/world.ts'

const limitMs = 30_000

/** A world that sends, with a webhook that a user made at this receiver. */
async function startWithReceiver(receiver: WebhookReceiver, secrets: string[]) {
  const world = await startWorld()
  const { token } = await person(world, { role: 'admin' })
  const ask = async (method: string, path: string, body?: unknown) => {
    const answer = await world.call(`/v1${path}`, { method, token, body })
    if (answer.status >= 300) throw new Error(answer.text)
    return answer.body.data
  }
  const { id, secret } = await ask('POST', `/services/${world.tenant.serviceId}/webhooks`, {
    url: receiver.url,
    events: ['message.received'],
  })
  secrets.push(secret)
  const deliveryState = async (delivery: string) => (await ask('GET', `/webhook-deliveries/${delivery}`)).state
  return { world, ask, path: `/webhooks/${id}`, deliveryState }
}

test('a test event arrives signed with the secret that was shown, its log says so, and it is sent again under the same id', async () => {
  const secrets: string[] = []
  await using receiver = await webhookReceiver(secrets)
  const { world, ask, path } = await startWithReceiver(receiver, secrets)
  await using _ = world
  receiver.answerWith(() => ({ status: 200, body: 'thanks' }))
  const detail = () => ask('GET', `/webhook-deliveries/${delivery.id}`)

  const delivery = await ask('POST', `${path}/test`, { event: 'address.created' })
  await waitFor(async () => (await detail()).state === 'succeeded', limitMs)
  const first = await detail()
  await ask('POST', `/webhook-deliveries/${delivery.id}/redeliver`)
  await waitFor(async () => (await detail()).attempts.length === 2, limitMs)

  expect(first).toMatchObject({ attemptCount: 1, lastStatus: 200, attempts: [{ status: 200, responseBody: 'thanks' }] })
  const sent = { id: delivery.messageId, isVerified: true, body: first.payload }
  expect(receiver.calls).toMatchObject([sent, sent])
  expect(await detail()).toMatchObject({ state: 'succeeded', attemptCount: 2 })
})

test('after a rotation calls have two signatures; what is sent to a disabled webhook waits until it is enabled', async () => {
  const secrets: string[] = []
  await using receiver = await webhookReceiver(secrets)
  const { world, ask, path, deliveryState } = await startWithReceiver(receiver, secrets)
  await using _ = world

  const { secret } = await ask('POST', `${path}/rotate-secret`)
  await ask('PATCH', path, { enabled: false })
  const { id } = await ask('POST', `${path}/test`, {})
  const waiting = await deliveryState(id)
  await ask('PATCH', path, { enabled: true })
  await waitFor(async () => (await deliveryState(id)) === 'succeeded', limitMs)

  expect(secret).not.toBe(secrets[0])
  expect(waiting).toBe('pending')
  expect(receiver.calls).toHaveLength(1)
  expect(receiver.calls[0]).toMatchObject({ isVerified: true })
  expect(String(receiver.calls[0]?.headers['webhook-signature'])).toMatch(/^v1,\S+ v1,\S+$/)
})
