import { expect, test } from 'vitest'
import '../support/match-error.ts'
import { askAsVisitor, generate, protectedAddress, receive } from '../support/visits.ts'
import { startWorld } from '../support/world.ts'

test('a message is not read through another inbox, and stays unread', async () => {
  await using world = await startWorld({ settings: { INLET_ROLE: 'http', PUBLIC_REQUESTS_PER_MINUTE: '1000' } })
  const { hostname } = world.tenant.publicDomain
  const full = await protectedAddress(world, 'protected')
  const [messageId] = await receive(world, full, 'Secret')
  const own = await generate(world)

  for (const through of [own.full, `absent@${hostname}`, `absent@${world.stranger.publicDomain.hostname}`]) {
    const answer = await askAsVisitor(world, `/inbox/${through}/messages/${messageId}`)
    expect(answer, through).toMatchError(404, 'NOT_FOUND')
  }
  expect(await world.messagesOf(full)).toMatchObject([{ isRead: false }])
})
