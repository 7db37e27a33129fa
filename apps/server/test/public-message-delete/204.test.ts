import { expect, test } from 'vitest'
import '../support/match-error.ts'
import { sharedServer } from '../support/shared-server.ts'
import { askAsVisitor, generate, receive, visitorHeadersOf } from '../support/visits.ts'

const newWorld = sharedServer({ settings: { INLET_ROLE: 'http' } })

test("the owner's session deletes a message, once, without an event; the others stay", async () => {
  const world = await newWorld()
  const { full, sessionToken } = await generate(world)
  const [two, one] = await receive(world, full, 'One', 'Two')
  const remove = () =>
    askAsVisitor(world, `/inbox/${full}/messages/${two}`, {
      method: 'DELETE',
      headers: visitorHeadersOf({ session: sessionToken }),
    })

  const [first, second] = [await remove(), await remove()]

  expect(first).toMatchObject({ status: 204, text: '' })
  expect(second).toMatchError(404, 'NOT_FOUND')
  expect(await world.messagesOf(full)).toMatchObject([{ id: one }])
  const events = await world.deps.db.collection('events').find({ serviceId: world.tenant.serviceId }).toArray()
  expect(events.map(({ type }) => type)).not.toContain('message.deleted')
})

test('a message of an inbox without an owner is deleted by everybody, but only by the address of its inbox', async () => {
  const world = await newWorld()
  const { hostname } = world.tenant.publicDomain
  const [id] = await receive(world, `mail@${hostname}`, 'One')
  await receive(world, `other@${hostname}`, 'Two')
  const remove = (localPart: string) =>
    askAsVisitor(world, `/inbox/${localPart}@${hostname}/messages/${id}`, { method: 'DELETE' })

  expect(await remove('other')).toMatchError(404, 'NOT_FOUND')
  expect(await remove('absent')).toMatchError(404, 'NOT_FOUND')
  expect((await remove('mail')).status).toBe(204)
})
