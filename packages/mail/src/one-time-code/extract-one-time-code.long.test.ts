import { expect, test } from 'vitest'
import { createCodeReader } from './extract-one-time-code.ts'

const { extract: extractOneTimeCode } = createCodeReader()
const prose = 'Every morning the river brings fresh paper to the market by the mountain. '
const long = prose.repeat(500)

test.each([
  ['at its head', `Your verification code is 482913. It expires in 10 minutes.\n\n${long}`],
  [
    'in its middle',
    `${long}\n\nYour verification code is 482913. It expires in 10 minutes.\n\n${long.slice(0, 20_000)}`,
  ],
  ['at its end', `${long}\n\nYour verification code is 482913. It expires in 10 minutes.`],
])('the code of a long mail is found %s, with what is said of it', (_, text) => {
  const found = extractOneTimeCode({ subject: 'News', text })

  expect(found).toMatchObject({ code: '482913', reason: expect.stringMatching(/^strong-before\+digits.*\+expiry/) })
})

test('the code is found among many numbers, wherever it stands', () => {
  const parts = Array.from({ length: 60 }, (_, at) => `The part ${40_118 + 37 * at} came by the river.`)
  const code = 'Your verification code is 482913. It expires in 10 minutes.'

  for (const at of [0, 30, 60])
    expect(extractOneTimeCode({ subject: 'News', text: parts.toSpliced(at, 0, code).join('\n') })?.code).toBe('482913')
})

test('words are looked for near numbers alone, however many words for codes the rest of a mail has', () => {
  const steps = (chars: number): number => {
    const work = { steps: 0 }
    const words = 'enter your verification code '.repeat(chars / 29)
    extractOneTimeCode({ subject: 'News', text: `482913\n\n${words}` }, work)
    return work.steps
  }

  // Looking for numbers takes two steps for each character.
  expect(steps(60_000) - steps(30_000)).toBeLessThan(2 * 30_000 + 100)
})

test('an answer does not depend on the mails that were read before', () => {
  const mails = [
    { subject: 'Ваш код', text: `Код подтверждения: 482913\n\n${long}` },
    { subject: 'Sign in', text: 'Your verification code is 551209.' },
    { subject: 'Your order', text: `Order 40718866\n\n${long}\n\nEnter 7713 to sign in.` },
    { subject: 'Zażółć', text: 'Twój kod: 9931' },
  ]

  const fresh = mails.map((mail) => createCodeReader().extract(mail))

  expect([...mails, ...mails].map((mail) => extractOneTimeCode(mail))).toEqual([...fresh, ...fresh])
  expect(mails.toReversed().map((mail) => extractOneTimeCode(mail))).toEqual(fresh.toReversed())
})
