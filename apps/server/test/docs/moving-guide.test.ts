import { type Inbox, Inlet } from '@inlet/client'
import { expect, test } from 'vitest'
import { sharedServer } from '../support/shared-server.ts'
import { startGuides } from '../support/start-guides.ts'
import { plainMail } from '../support/world.ts'

const newWorld = sharedServer()

test('every call that the guide to moving names is one of the client’s, and its example reads a code', async () => {
  const world = await newWorld()
  await using guides = await startGuides(world)
  const { serviceId, domain } = world.tenant
  const settings = { baseUrl: world.baseUrl, apiKey: world.keys.write, serviceId, domainId: domain.id }
  const inlet = new Inlet(settings)
  const inbox = await inlet.createInbox()
  const clients: Record<string, Inlet | Inbox> = { inlet, inbox }

  const page = (await world.call('/docs/guides/moving')).text
  const named = [...page.matchAll(/<td><code>(inlet|inbox)\.(\w+)\(/g)].map(([, client = '', call = '']) => [
    client,
    call,
  ])
  const absent = named.filter(
    ([client = '', call = '']) => typeof Reflect.get(clients[client] ?? {}, call) !== 'function',
  )
  const example = guides
    .block('A test after the move')
    .replace(/^import .*\n/, '')
    .replace('new Inlet()', 'new Inlet(settings)')
  const signUp = (address: string) => world.send(plainMail({ subject: 'Confirm: 482913 is your code' }), address)
  const run = Object.getPrototypeOf(async () => {}).constructor(
    'Inlet',
    'settings',
    'signUp',
    `${example}\nreturn code`,
  )

  expect(named.length).toBeGreaterThan(20)
  expect(absent).toEqual([])
  expect(await run(Inlet, settings, signUp)).toBe('482913')
})
