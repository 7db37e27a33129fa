import { expect, test } from 'vitest'
import { sharedServer } from '../support/shared-server.ts'
import { smtpClient } from '../support/smtp-client.ts'
import { plainMail } from '../support/world.ts'

const newWorld = sharedServer()

test('an address and its plus form in one mail give two messages, with different recipient and tags', async () => {
  const world = await newWorld()
  const { fullAddress } = await world.address('code')
  const withDetail = fullAddress.replace('@', '+Shop@')

  await world.send(plainMail({ id: 'both' }), [fullAddress, withDetail])

  const messages = await world.messagesOf(fullAddress)
  const received = messages.map(({ toAddr, tags }) => ({ toAddr, plus: tags.filter((tag) => tag.startsWith('plus:')) }))
  expect(received).toHaveLength(2)
  expect(received).toContainEqual({ toAddr: fullAddress, plus: [] })
  expect(received).toContainEqual({ toAddr: withDetail.toLowerCase(), plus: ['plus:shop'] })
})

test('two spellings of one recipient are one message', async () => {
  const world = await newWorld()
  const { fullAddress } = await world.address('code')

  await world.send(plainMail(), [fullAddress, fullAddress.toUpperCase(), fullAddress.replace('code', 'Code')])

  expect(await world.messagesOf(fullAddress)).toMatchObject([{ toAddr: fullAddress }])
})

test('a detail with other characters has a tag in a folded form; one that cannot be a tag is in the recipient only', async () => {
  const world = await newWorld()
  const { fullAddress } = await world.address('code')
  await using client = await smtpClient(world.smtpPort ?? 0)
  const tags = {
    '': [],
    '.': [],
    'a+b': ['plus:a-b'],
    'a!b': ['plus:a-b'],
    "o'neil": ['plus:o-neil'],
    ['x'.repeat(80)]: [],
  }
  const expected = Object.entries(tags).map(([detail, plus]) => ({
    toAddr: fullAddress.replace('@', `+${detail}@`),
    plus,
  }))

  for (const { toAddr } of expected) expect((await client.deliver(plainMail(), toAddr)).code, toAddr).toBe(250)

  const received = (await world.messagesOf(fullAddress)).map(({ toAddr, tags }) => ({
    toAddr,
    plus: tags.filter((tag) => tag.startsWith('plus:')),
  }))
  expect(received).toHaveLength(expected.length)
  expect(received).toEqual(expect.arrayContaining(expected))
})
