import { waitFor } from '@inlet/testkit'
import { expect, test } from 'vitest'
import { sharedServer } from '../support/shared-server.ts'
import { smtpClient } from '../support/smtp-client.ts'
import { plainMail } from '../support/world.ts'

const newWorld = sharedServer()

test('RCPT alone creates no address on a public domain, nor does a transaction that ends with RSET, QUIT or an incomplete DATA', async () => {
  const world = await newWorld()
  const to = `visitor@${world.tenant.publicDomain.hostname}`
  await using client = await smtpClient(world.smtpPort ?? 0)

  await client.pipeline(['MAIL FROM:<a@elsewhere.example>', `RCPT TO:<${to}>`, 'RSET'])
  const [, taken] = await client.pipeline(['MAIL FROM:<a@elsewhere.example>', `RCPT TO:<${to}>`, 'QUIT'])
  await client.ended
  const cut = await smtpClient(world.smtpPort ?? 0)
  await cut.begin([to])
  cut.write(plainMail())
  cut.socket.end()
  await cut.ended

  expect(taken?.code).toBe(250)
  expect(await world.deps.db.collection('addresses').countDocuments({ serviceId: world.tenant.serviceId })).toBe(0)
})

test('the first mail creates the address, without an owner and with the time of its last mail', async () => {
  const world = await newWorld()
  const { publicDomain, serviceId } = world.tenant
  const fullAddress = `visitor@${publicDomain.hostname}`

  await world.send(plainMail(), `Visitor+detail@${publicDomain.hostname}`)

  const used = { serviceId, unusedUntil: { $exists: false } }
  const addresses = await waitFor(async () => {
    const found = await world.deps.db.collection('addresses').find(used).toArray()
    return found.length > 0 ? found : null
  })
  expect(addresses).toMatchObject([
    { fullAddress, localPart: 'visitor', serviceId, domainId: publicDomain.id, owner: 'none', passwordHash: null },
  ])
  expect(addresses[0]).not.toHaveProperty('idleUntil')
  expect(addresses[0]?.lastMessageAt).toEqual(
    (await world.deps.db.collection('messages').findOne({ serviceId }))?.receivedAt,
  )
  expect(await world.messagesOf(fullAddress)).toMatchObject([{ toAddr: `visitor+detail@${publicDomain.hostname}` }])
  expect(await world.deps.db.collection('events').countDocuments({ serviceId: world.tenant.serviceId })).toBe(0)
})

test('twenty simultaneous first mails create one address, which has all twenty', async () => {
  const world = await newWorld()
  const to = `visitor@${world.tenant.publicDomain.hostname}`
  const clients = await Promise.all(Array.from({ length: 20 }, () => smtpClient(world.smtpPort ?? 0)))
  await Promise.all(clients.map((client) => client.begin([to])))

  for (const [index, client] of clients.entries()) client.write(`${plainMail({ subject: `Mail ${index}` })}.\r\n`)
  const answers = await Promise.all(clients.map((client) => client.reply()))

  expect(answers.map(({ code }) => code)).toEqual(clients.map(() => 250))
  expect(await world.deps.db.collection('addresses').countDocuments({ serviceId: world.tenant.serviceId })).toBe(1)
  const subjects = (await world.messagesOf(to)).map(({ subject }) => subject)
  expect(subjects.sort()).toEqual(clients.map((_, index) => `Mail ${index}`).sort())
  for (const client of clients) client.socket.destroy()
})

test('on a domain without public inboxes an unknown recipient is refused at RCPT, and no address is created', async () => {
  const world = await newWorld()

  const attempt = world.send(plainMail(), `visitor@${world.tenant.domain.hostname}`)

  await expect(attempt).rejects.toMatchObject({ responseCode: 550, response: expect.stringMatching(/^550 5\.1\.1 /) })
  expect(await world.deps.db.collection('addresses').countDocuments({ serviceId: world.tenant.serviceId })).toBe(0)
})
