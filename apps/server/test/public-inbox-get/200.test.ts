import { waitFor } from '@inlet/testkit'
import { expect, test } from 'vitest'
import { openChangeStreams } from '../support/open-change-streams.ts'
import { sharedServer } from '../support/shared-server.ts'
import {
  askAsVisitor,
  generate,
  inboxPassword,
  protectedAddress,
  receive,
  setLock,
  unlock,
  visitorHeadersOf,
} from '../support/visits.ts'
import { plainMail, startWorld, type World } from '../support/world.ts'

const newWorld = sharedServer({ settings: { INLET_ROLE: 'http' } })
const settings = { PUBLIC_REQUESTS_PER_MINUTE: '1000' }

test('an inbox has its messages, newest first and page by page, with what the page needs and nothing else', async () => {
  const world = await newWorld()
  const { full, hostname } = await generate(world)
  const ids = await receive(world, full, 'One', 'Two', 'Three')

  const first = await askAsVisitor(world, `/inbox/${full.toUpperCase()}?limit=2`)
  const second = await askAsVisitor(world, `/inbox/${full}?limit=2&cursor=${first.body.meta.cursor}`)
  const after = await askAsVisitor(world, `/inbox/${full}?after=${ids[1]}`)

  expect(first.body).toEqual({
    data: {
      service: { name: 'Tests', accentColor: '#4338ca', theme: 'auto', locale: 'en', logoUrl: null },
      address: {
        full,
        hostname,
        hasPassword: false,
        hasOwner: true,
        expiresAt: expect.stringMatching(/Z$/),
        ttlSecondsLeft: 0,
      },
      messages: ['Three', 'Two'].map((subject, index) => ({
        id: ids[index],
        fromAddr: 'ada@elsewhere.example',
        fromName: 'Ada',
        subject,
        preview: subject,
        isRead: false,
        otpCode: '482913',
        tags: [],
        receivedAt: expect.stringMatching(/Z$/),
        expiresAt: expect.stringMatching(/Z$/),
      })),
    },
    meta: { cursor: expect.any(String), hasMore: true },
  })
  expect(second.body.data.messages).toMatchObject([{ subject: 'One' }])
  expect(second.body.meta.hasMore).toBe(false)
  expect(after.body.data.messages).toMatchObject([{ subject: 'Three' }])
})

test('an address that does not exist is an empty inbox without an owner, and asking makes none', async () => {
  const world = await newWorld()
  const full = `absent@${world.tenant.publicDomain.hostname}`

  const { status, body } = await askAsVisitor(world, `/inbox/${full}`, { headers: visitorHeadersOf({ password: 'x' }) })

  expect(status).toBe(200)
  expect(body).toMatchObject({
    data: { address: { full, hasPassword: false, hasOwner: false, ttlSecondsLeft: 0 }, messages: [] },
    meta: { cursor: '', hasMore: false },
  })
  expect(await world.deps.db.collection('addresses').countDocuments({ serviceId: world.tenant.serviceId })).toBe(0)
})

test('an address of the service has an owner, and one that its first mail made has none', async () => {
  const world = await newWorld()
  const ofService = await protectedAddress(world, 'service', null)
  const ofMail = `mail@${world.tenant.publicDomain.hostname}`
  await receive(world, ofMail, 'First')

  const [service, mail] = [
    await askAsVisitor(world, `/inbox/${ofService}`),
    await askAsVisitor(world, `/inbox/${ofMail}`),
  ]

  expect(service.body.data.address).toMatchObject({ hasOwner: true, hasPassword: false })
  expect(mail.body.data).toMatchObject({ address: { hasOwner: false }, messages: [{ subject: 'First' }] })
})

test('a protected inbox opens with its password in every script, and with white space around it', async () => {
  const world = await newWorld()
  const passwords = [inboxPassword, 'пароль😀', ' spaces ']

  for (const [index, password] of passwords.entries()) {
    const full = await protectedAddress(world, `locked-${index}`, password)
    await receive(world, full, 'Secret')
    const { status, body } = await askAsVisitor(world, `/inbox/${full}`, { headers: visitorHeadersOf({ password }) })
    expect(status, password).toBe(200)
    expect(body.data).toMatchObject({ address: { hasPassword: true }, messages: [{ subject: 'Secret' }] })
  }
})

test('a locked service opens with the token of its lock', async () => {
  const world = await newWorld()
  const { full } = await generate(world)
  await setLock(world)

  const { status } = await askAsVisitor(world, `/inbox/${full}`, {
    headers: visitorHeadersOf({ token: await unlock(world) }),
  })

  expect(status).toBe(200)
})

test('a held call is answered when a mail comes, also for an address that the mail creates', async () => {
  await using world = await startWorld({ settings })
  const full = `fresh@${world.tenant.publicDomain.hostname}`

  const held = askAsVisitor(world, `/inbox/${full}?waitSeconds=60`)
  await waitFor(() => openChangeStreams(world))
  await world.send(plainMail({ subject: 'It came' }), full)

  const { status, body } = await held
  expect(status).toBe(200)
  expect(body.data).toMatchObject({ address: { full, hasOwner: false }, messages: [{ subject: 'It came' }] })
})

test('a call with waitSeconds and an `after` waits for the next mail only', async () => {
  await using world = await startWorld({ settings })
  const { full } = await generate(world)
  const [seen] = await receive(world, full, 'Seen')

  const held = askAsVisitor(world, `/inbox/${full}?waitSeconds=60&after=${seen}`)
  await waitFor(() => openChangeStreams(world))
  await world.send(plainMail({ subject: 'Next' }), full)

  expect((await held).body.data.messages).toMatchObject([{ subject: 'Next' }])
  expect((await askAsVisitor(world, `/inbox/${full}?waitSeconds=0&after=${seen}`)).body.data.messages).toHaveLength(1)
})

/** Checks of passwords at a service, from many networks, that last until they are let go. */
function holdChecks({ deps }: World, serviceId: string) {
  const { promise, resolve } = Promise.withResolvers<void>()
  const held = Array.from({ length: 75 }, (_, n) =>
    deps.passwordChecks({ serviceId, network: `2001:db8:${n}::/48` }, () => promise),
  )
  const ended = Promise.allSettled(held)
  return {
    async [Symbol.asyncDispose]() {
      resolve()
      await ended
    },
  }
}

test('checks of passwords at another service do not delay an inbox, however many are held there', async () => {
  const world = await newWorld()
  const full = await protectedAddress(world, 'bystander')
  await using _ = holdChecks(world, world.stranger.serviceId)

  const answer = await askAsVisitor(world, `/inbox/${full}`, { headers: visitorHeadersOf({ password: inboxPassword }) })

  expect(answer.status).toBe(200)
})

test('whoever showed the right password a moment ago waits for no check of the same service', async () => {
  const world = await newWorld()
  const full = await protectedAddress(world, 'known')
  const open = () => askAsVisitor(world, `/inbox/${full}`, { headers: visitorHeadersOf({ password: inboxPassword }) })
  expect((await open()).status).toBe(200)
  await using _ = holdChecks(world, world.tenant.serviceId)

  expect((await open()).status).toBe(200)
})
