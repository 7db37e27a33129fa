import { expect, test } from 'vitest'
import { newHost } from '../support/domain-records.ts'
import { person } from '../support/people.ts'
import { startGuides } from '../support/start-guides.ts'
import { startWorld } from '../support/world.ts'

test('the guide leads from a host to a branded page', async () => {
  await using world = await startWorld({ hasDns: true, settings: { INLET_ROLE: 'http' } })
  await using guides = await startGuides(world)
  const { token } = await person(world, { role: 'admin' })
  const host = newHost(world)
  const known = `TOKEN=${token}`
  const run = async (label: string, more = '') => {
    const block = guides.block(label).replaceAll('YOUR_HOST', host).replaceAll('curl ', 'curl -s ')
    const lines = (await guides.shell(`${known}; ${more}\n${block.replaceAll('\ncurl', '; echo\ncurl')}`)).split('\n')
    return lines.map((line) => JSON.parse(line).data)
  }

  const [claim] = await run('Claim a domain')
  for (const { type, host: name, value } of claim.records) {
    const [priority, exchange] = value.split(' ')
    world.dns?.answer(`${type} ${name}`, type === 'MX' ? { MX: [[Number(priority), exchange]] } : { TXT: [value] })
  }
  const [verified] = await run('Verify a domain', `DOMAIN=${claim.id}`)
  const [changed, service] = await run('Show a page on a domain', `DOMAIN=${claim.id}`)
  const page = await world.call('/', { headers: { host } })

  expect(claim).toMatchObject({ hostname: host, state: 'pending' })
  expect(verified).toMatchObject({ state: 'verified' })
  expect(changed).toMatchObject({ publicInbox: true })
  expect(service).toMatchObject({ name: 'Acme Inbox', accentColor: '#0a7f5a', locale: 'de' })
  expect(page.text).toContain('Acme Inbox')
})
