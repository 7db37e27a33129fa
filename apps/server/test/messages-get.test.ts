import { expect, test } from 'vitest'
import './match-error.ts'
import { plainMail, startWorld } from './world.ts'

test('reading a message gives its bodies and marks it read', async () => {
  await using world = await startWorld()
  const { fullAddress, id: addressId } = await world.address('code')
  await world.send(plainMail({ subject: 'Hi', text: 'Some words' }), fullAddress)
  const [item] = await world.messagesOf(fullAddress)

  const answer = await world.call(`/v1/messages/${item?.id}`)

  expect(answer.status).toBe(200)
  expect(answer.body.data).toMatchObject({ id: item?.id, addressId, subject: 'Hi', textBody: 'Some words\n', htmlBody: '', isRead: true })
  expect(answer.body.data).not.toHaveProperty('createdAt')
  expect(item).toMatchObject({ isRead: false })
  expect(await world.messagesOf(fullAddress)).toMatchObject([{ id: item?.id, isRead: true }])
})

test("a key of another service is refused, and the message stays unread", async () => {
  await using world = await startWorld()
  const { fullAddress } = await world.address('code')
  await world.send(plainMail(), fullAddress)
  const [item] = await world.messagesOf(fullAddress)
  const key = await world.apiKey({ scope: 'admin', tenant: world.stranger })

  const answer = await world.call(`/v1/messages/${item?.id}`, { key })

  expect(answer).toMatchError(403, 'FORBIDDEN', 'wrong_service')
  expect(await world.messagesOf(fullAddress)).toMatchObject([{ isRead: false }])
})
