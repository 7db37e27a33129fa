import { expect, test } from 'vitest'
import { sharedServer } from '../support/shared-server.ts'
import { askAsVisitor, generate, receive, visitorHeadersOf } from '../support/visits.ts'

const newWorld = sharedServer({ settings: { INLET_ROLE: 'http' } })

test("the owner's session deletes all messages, the address remains, and mail that comes later is there", async () => {
  const world = await newWorld()
  const { full, sessionToken } = await generate(world)
  await receive(world, full, 'One', 'Two')

  const clear = () =>
    askAsVisitor(world, `/inbox/${full}`, { method: 'DELETE', headers: visitorHeadersOf({ session: sessionToken }) })

  expect(await clear()).toMatchObject({ status: 204, text: '' })
  expect((await askAsVisitor(world, `/inbox/${full}`)).body.data).toMatchObject({
    address: { hasOwner: true },
    messages: [],
  })
  await receive(world, full, 'Later')
  expect(await world.messagesOf(full)).toMatchObject([{ subject: 'Later' }])
})

test('an inbox without an owner is cleared by everybody, and one that does not exist is clear already', async () => {
  const world = await newWorld()
  const { hostname } = world.tenant.publicDomain
  await receive(world, `mail@${hostname}`, 'One')

  for (const localPart of ['mail', 'absent']) {
    const { status } = await askAsVisitor(world, `/inbox/${localPart}@${hostname}`, { method: 'DELETE' })
    expect(status, localPart).toBe(204)
  }

  expect(await world.messagesOf(`mail@${hostname}`)).toEqual([])
  expect(await world.deps.db.collection('addresses').countDocuments({ serviceId: world.tenant.serviceId })).toBe(1)
})
