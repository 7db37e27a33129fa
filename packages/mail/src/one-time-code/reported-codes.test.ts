import { expect, test } from 'vitest'
import { type CodeSource, createCodeReader } from './extract-one-time-code.ts'

const { extract } = createCodeReader()

type Reported = [kind: string, code: string | null, mail: Pick<CodeSource, 'subject'> & Partial<CodeSource>]

const reported: Reported[] = [
  [
    'its validity behind a code, without a full stop between',
    '730518',
    { subject: 'Library', html: '<p>Type this code: <b>730518</b> The code expires in 10 minutes.</p>' },
  ],
  [
    'a year in the name of an event',
    null,
    {
      subject: 'Boat Show 2026 - your Guest code',
      text: 'Hello,\n\nWe are glad that you come to Boat Show 2026. Your Guest code is on the paper letter that we sent.',
    },
  ],
  [
    'a code, and a year in the name of an event',
    '551904',
    {
      subject: 'Feira 2026 - o seu código',
      text: 'Olá,\n\nO seu código é: 551904. Introduza-o para entrar na sua conta.',
    },
  ],
  [
    'a brand in capitals, and digits that stand alone',
    '730518',
    {
      subject: '認証コード｜KUMORIVA',
      html: '<h2>KUMORIVA</h2><p>認証コードは次のとおりです。</p><h1>730518</h1>',
    },
  ],
  [
    'the number of a request before the label',
    'hT7kWq2Z',
    {
      subject: 'ワンタイムパスワード発行のご連絡',
      html:
        '<div>m.ito@orbit.example 様</div><div>依頼ID：30571のワンタイムパスワードは以下になります。</div><br>' +
        '<div>【パスワード】</div><div>hT7kWq2Z</div><div>・10分以内に入力してください。</div>',
    },
  ],
  [
    'five capitals, alone and large under their label',
    'RKVTB',
    { subject: 'Login code', html: '<p>Your login code:</p><h1>RKVTB</h1>' },
  ],
  [
    'letters with digits under a plain label',
    'GNA558',
    { subject: 'Lagoa - nova senha', text: 'O seu código de verificação é: GNA558. Use-o para trocar a sua senha.' },
  ],
  [
    'a hint to a passphrase',
    null,
    {
      subject: 'Your passphrase hint',
      text:
        'You asked for the hint to your passphrase.\n\nHint: aunt 1987\n\nSign in: https://safe.example\n\n' +
        'If you did not request it, you can ignore this email.',
    },
  ],
  [
    'a request in front of a plain label',
    '730518',
    { subject: 'Welcome', text: 'Confirm your account with the following code: 730518' },
  ],
  [
    'the code of a partner',
    null,
    {
      subject: 'Hafenfest – Ihr Partnercode',
      text: 'Guten Tag,\n\nIhr Code ist: 551904. Tragen Sie ihn im Feld "Partnercode" ein: https://karten.example',
    },
  ],
  [
    'a unit behind a number',
    null,
    {
      subject: 'Letter',
      text: 'Our server moved to a board with 800MHz memory.\n\nYou sign in with your old password.',
    },
  ],
  [
    'a postal code',
    null,
    {
      subject: 'Club',
      text: 'Enter your login there.\n\nPier Corporation, 12 Pier Street, Pierhaven, OR 97399 USA. Please enter by the side door.',
    },
  ],
  [
    'character references in a text part',
    null,
    {
      subject: 'Members letter',
      text: 'Please enter the word &#8220;harbour&#8221; as your login on our page &#8212; it is valid for 10 days.',
    },
  ],
  [
    'a random number at the end of the subject',
    null,
    {
      subject: 'Sleep better today!58213',
      text: 'Hello,\n\nTo leave the list, reply with REMOVE in the subject line. Enter the club here: https://letter.example',
    },
  ],
  ['a plain label, and nothing else', '482913', { subject: 'Orbit note', text: 'Your code is 482913.' }],
  [
    'a plain label, and a link to follow in its place',
    '482913',
    { subject: 'Sign in', text: 'Your code is 482913.\n\nOr follow this link: https://acme.example/login?t=1' },
  ],
]

test.each(reported)('%s: %s', (_, code, { text = '', ...mail }) => {
  expect(extract({ text, ...mail })?.code ?? null).toBe(code)
})
