import { expect, test } from 'vitest'
import { person } from '../support/people.ts'
import { sharedServer } from '../support/shared-server.ts'
import { startGuides } from '../support/start-guides.ts'
import { plainMail } from '../support/world.ts'

const newWorld = sharedServer()

test('the examples of the guide to the live feed follow a service, and go on where the feed ended', async () => {
  const world = await newWorld()
  await using guides = await startGuides(world)
  const { token } = await person(world, { role: 'viewer' })
  const known = `SERVICE=${world.tenant.serviceId}; TOKEN=${token}`
  const [, follow = ''] = guides.block('Follow a service with curl').split(/(?=^curl)/m)
  const goOn = guides.block('Go on where a feed ended')
  const lines = (pattern: string, code: string) => guides.shell(`grep -m1 '${pattern}' < <(${code} 2>/dev/null)`)

  const position = await lines('^id: ', `${known}\n${follow}`)
  await world.address('code')
  await world.send(plainMail({ subject: 'Meanwhile' }), `code@${world.tenant.domain.hostname}`)
  const missed = await lines('message.received', `${known}; LAST_ID=${position.slice('id: '.length)}\n${goOn}`)

  expect(JSON.parse(missed.replace(/^data: /, ''))).toMatchObject({
    type: 'message.received',
    data: { subject: 'Meanwhile' },
  })
})
