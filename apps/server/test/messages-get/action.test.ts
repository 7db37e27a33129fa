import { expect, test } from 'vitest'
import '../support/match-error.ts'
import { sharedServer } from '../support/shared-server.ts'
import { plainMail, type World } from '../support/world.ts'

const newWorld = sharedServer()
const hourMs = 3_600_000

const actionMail = (words: string) =>
  [
    'From: Shop <no-reply@mail.shop.example>',
    'Subject: Please confirm your email',
    'MIME-Version: 1.0',
    'Content-Type: text/html; charset=utf-8',
    '',
    `<p>${words}</p>`,
    '<p><a class="button" href="https://App.shop.example/confirm?token=4f9c1d2e7b8a6053">Confirm email</a></p>',
    '<p><a href="https://shop.example/privacy">Privacy</a> <a href="https://shop.example/help">Help</a></p>',
    '',
  ].join('\r\n')

async function received(world: World, ...mails: string[]): Promise<{ fullAddress: string; ids: string[] }> {
  const { fullAddress } = await world.address('code')
  for (const mail of mails) await world.send(mail, fullAddress)
  return { fullAddress, ids: (await world.messagesOf(fullAddress)).map(({ id }) => id).reverse() }
}

test('the link for which a mail was sent is its action, with its host, its kind and when it expires', async () => {
  const world = await newWorld()
  const { ids } = await received(world, actionMail('The link is valid for 2 hours.'))

  const { action, ...plain } = (await world.call(`/v1/messages/${ids[0]}?include=action`)).body.data

  expect(action).toEqual({
    url: 'https://App.shop.example/confirm?token=4f9c1d2e7b8a6053',
    host: 'app.shop.example',
    text: 'Confirm email',
    kind: 'verify',
    isSendersDomain: true,
    expiresAt: new Date(Date.parse(plain.receivedAt) + 2 * hourMs).toISOString(),
  })
  expect(plain.tags).toEqual(expect.arrayContaining(['action', 'action:verify', 'link']))
  expect((await world.call(`/v1/messages/${ids[0]}`)).body.data).toEqual(plain)
})

test('a mail without an action has null, beside the other parts that are asked for', async () => {
  const world = await newWorld()
  const { ids } = await received(world, plainMail({ text: 'Our shop: https://shop.example/' }))

  const { action, links, tags } = (await world.call(`/v1/messages/${ids[0]}?include=links,action`)).body.data

  expect(action).toBeNull()
  expect(links).toHaveLength(1)
  expect(tags).not.toContain('action')
})

test('hasAction waits for the mail with an action, and with hasOtp for one that has both', async () => {
  const world = await newWorld()
  const { fullAddress } = await world.address('code')
  const [withAction, withBoth] = ['?hasAction=true&waitSeconds=60', '?hasAction=true&hasOtp=true&waitSeconds=60'].map(
    (query) => world.inbox(fullAddress, query),
  )

  await world.send(plainMail({ text: 'Your code is 482913' }), fullAddress)
  await world.send(actionMail('Welcome.'), fullAddress)
  const first = await withAction
  await world.send(actionMail('Or enter this verification code: 771204'), fullAddress)
  const both = await withBoth

  expect(first?.body.data.map(({ otpCode }: { otpCode: string | null }) => otpCode)).toEqual([null])
  expect(both?.body.data).toMatchObject([{ otpCode: '771204' }])
  expect(both?.body.data[0].tags).toEqual(expect.arrayContaining(['action', 'action:verify', 'otp']))
})
