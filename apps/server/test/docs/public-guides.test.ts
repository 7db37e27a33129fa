import { expect, test } from 'vitest'
import { operations } from '../support/contract-document.ts'
import { sharedServer } from '../support/shared-server.ts'
import { startGuides } from '../support/start-guides.ts'
import { lockPassword, receive, setLock } from '../support/visits.ts'
import type { World } from '../support/world.ts'

const http = { settings: { INLET_ROLE: 'http' } }
const newWorld = sharedServer(http)

/** Without the progress that curl writes for people. */
const silent = (code: string) => code.replaceAll('curl ', 'curl -s ')

const publicGuides = (world: World) => startGuides(world, world.tenant.publicDomain)

test('the guide to a visit makes an address, waits for its mail and the next one, reads and deletes, and extends the address', async () => {
  const world = await newWorld()
  await using guides = await publicGuides(world)
  const { hostname } = world.tenant.publicDomain
  const shown = (label: string) => `${silent(guides.block(label))}; echo`
  const [naming = '', next = ''] = guides.block('Wait for the next mail as a visitor').split('\ncurl ')

  const begun = await guides.shell(
    [
      shown('Begin a visit'),
      guides.block('Make an address as a visitor'),
      'echo "ADDRESS=$ADDRESS SESSION=$SESSION"',
    ].join('\n'),
  )
  const [info = '', address = '', variables = ''] = begun.split('\n')
  await receive(world, address, 'first')
  const read = await guides.shell(
    [
      variables,
      shown('Wait for a mail as a visitor'),
      naming,
      shown('Read a message as a visitor'),
      'echo $MESSAGE',
    ].join('\n'),
  )
  const [waited = '', message = '', id = ''] = read.split('\n')
  await receive(world, address, 'second')
  const ended = await guides.shell(
    [
      `${variables} MESSAGE=${id}`,
      `curl -s ${next}; echo`,
      shown('Extend as a visitor'),
      shown('Delete as a visitor'),
    ].join('\n'),
  )
  const [second = '', extended = ''] = ended.split('\n')

  expect(JSON.parse(info).data).toMatchObject({ host: hostname, locked: false })
  expect(address).toMatch(new RegExp(`^[a-z2-7]{12}@${hostname}$`))
  expect(JSON.parse(waited).data.messages).toMatchObject([{ id, otpCode: '482913' }])
  expect(JSON.parse(message).data).toMatchObject({
    id,
    otpCode: '482913',
    renderedHtml: expect.stringContaining('<html>'),
  })
  expect(JSON.parse(second).data.messages).toMatchObject([{ subject: 'second' }])
  expect(JSON.parse(extended).data).toMatchObject({ ttlSecondsLeft: 0 })
  expect(ended.match(/^HTTP\/1\.1 \d+/gm)).toEqual(['HTTP/1.1 204', 'HTTP/1.1 204'])
  expect(await world.messagesOf(address)).toEqual([])
})

test('the guide to locks opens a protected inbox and a locked service', async () => {
  const world = await newWorld()
  await using guides = await publicGuides(world)
  const { hostname } = world.tenant.publicDomain

  const made = await guides.bash(silent(guides.block('Make an address with a password')))
  const opened = await guides.bash(silent(guides.block('Open an inbox with its password')))
  await setLock(world)
  const lines = guides.block('Unlock a service').split('\ncurl ')
  const [unlock = '', status = '', read = ''] = lines
  const unlocked = await guides.bash(`${unlock}\ncurl -s ${status}`)
  const inbox = await guides.bash(`${unlock}\ncurl -s ${read}`)

  expect(made.data).toMatchObject({ fullAddress: `team@${hostname}`, hasPassword: true })
  expect(opened.data.address).toMatchObject({ full: `team@${hostname}`, hasPassword: true })
  expect(unlock).toContain(lockPassword)
  expect(unlocked.data).toEqual({ ok: true, expiresAt: expect.stringMatching(/Z$/) })
  expect(inbox.data.address).toMatchObject({ full: `code@${hostname}` })
})

test('the guide to public inboxes asks about a domain as Caddy does, and gets 200 or 404', async () => {
  const world = await newWorld()
  await using guides = await publicGuides(world)
  const [, question = ''] = guides.block('On-demand TLS with Caddy').match(/ask \S+(\/v1\S+)/) ?? []

  const ask = silent(guides.block('Ask whether a domain is verified'))
  const known = await guides.shell(ask)
  const unknown = await guides.shell(ask.replace(world.tenant.publicDomain.hostname, 'nobody.example'))

  expect(known).toMatch(/^HTTP\/1\.1 200 /)
  expect(unknown).toMatch(/^HTTP\/1\.1 404 /)
  expect(ask).toContain(`${question}?domain=`)
})

test('the sample call of each operation of the web inbox has all that the operation needs', async () => {
  const world = await newWorld()
  await using guides = await publicGuides(world)
  const sample = (operationId: string) =>
    guides
      .block(`Call ${operationId} with curl`)
      .replaceAll('mail.example.com', world.tenant.publicDomain.hostname)
      .replace('waitSeconds=30', 'waitSeconds=0')
  const made = await guides.bash(silent(sample('generatePublicAddress')))
  const session = `INLET_SESSION=${made.data.address.sessionToken}`
  const statusOf = async (operationId: string) =>
    Number(
      await guides.shell(
        `${session}\n${sample(operationId).replace('curl ', "curl -s -o /dev/null -w '%{http_code}' ")}`,
      ),
    )
  const visitors = operations
    .map(({ operationId, path }) => ({ operationId, path }))
    .filter(({ path }) => path.startsWith('/public/'))

  const statuses: Record<string, number> = {}
  for (const { operationId } of visitors) statuses[operationId] = await statusOf(operationId)

  expect(statuses).toEqual({
    // The call before made it.
    generatePublicAddress: 409,
    readPublicInbox: 200,
    clearPublicInbox: 204,
    // There is no such message.
    readPublicMessage: 404,
    deletePublicMessage: 404,
    extendPublicAddress: 200,
    // There is no lock.
    unlockService: 422,
    readUnlockStatus: 200,
    readDomainInfo: 200,
    // The service has no logo.
    readLogo: 404,
    readPlatformDomainAllowed: 200,
  })
})
