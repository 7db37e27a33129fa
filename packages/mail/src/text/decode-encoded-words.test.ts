import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeEncodedWords } from './decode-encoded-words.ts'

test.each([
  ['plain', 'plain'],
  ['=?utf-8?Q?Caf=C3=A9_Zo=C3=AB?=', 'Café Zoë'],
  ['=?UTF-8?B?w6k=?= and =?iso-8859-1?q?=FC?=', 'é and ü'],
  ['=?utf-8?Q?=E2=82?=\r\n =?utf-8?Q?=AC?=', '€'],
  ['=?utf-8?B?4g==?= =?utf-8?B?gqw=?= !', '€ !'],
  ['=?utf-8?Q?a?= =?koi8-r?B?0A==?=', 'aп'],
  ['=?ISO-2022-JP?B?GyRCRyc+WhsoQg==?= =?ISO-2022-JP?B?GyRCJTMhPCVJGyhC?=', '認証コード'],
  ['=?utf-8*en?Q?ok?=', 'ok'],
  ['=?utf-8?B?5Lit5?=\r\n =?utf-8?B?paH?=', '中文'],
  ['=?utf-8?B?5?= =?utf-8?B?Li?= =?utf-8?B?t5paH?= !', '中文 !'],
  ['=?utf-8?B?5Li?= =?utf-8?B?t5paH4oCm?=', '中文…'],
  ['=?utf-8?b?5Lit5?==?utf-8?B?paH?=', '中文'],
  ['=?koi8-r?B?68/?= =?koi8-r?B?E?=', 'Код'],
  ['=?utf-8?B?w6k?= =?utf-8?B?w6k?= =?utf-8?B?w6k?= =?utf-8?B?w6k?=', 'éééé'],
  ['=?utf-8?B?w6k?= =?utf-8?B?w6kK?=', 'éé\n'],
  ['=?utf-8?Q?=E4=B8=A?= =?utf-8?Q?D=E6=96=87?=', '中文'],
  ['=?utf-8?Q?=E4=B8?= =?utf-8?B?reaWhw==?=', '中文'],
  ['=?gb2312?Q?=D6?= =?gb2312?Q?=D0=CE=C4?=', '中文'],
  ['=?gb2312?B?5Lit5paH?=', '中文'],
  ['=?us-ascii?B?GyRCRyc+WiUzITwlSRsoQg==?=', '認証コード'],
  ['=?iso-2022-jp?B?lEaP2INSgVuDaA==?=', '認証コード'],
  ['=?iso-8859-1?B?68/EINfIz8TB?=', 'Код входа'],
  ['=?utf-8?q?Caf=C3=A9_pour_d=C3?=', 'Café pour d\ufffd'],
  ['=?utf-8?q?a?= =?utf-8?b?Yg==?= =?utf-8?q?c?= =?utf-8?b?ZA==?=', 'abcd'],
  ['=?utf-8?Q?Really??= =?utf-8?Q?_Who?Me??=', 'Really? Who?Me?'],
  ['=?utf-8?Q?broken =?utf-8?Q?whole?=', '=?utf-8?Q?broken whole'],
  ['=?utf-8?Q?Привет_=E2=82=AC?=', 'Привет €'],
  ['=?koi8-r?Q?\u00f0\u00d2?=', 'Пр'],
  ['=?utf-8?X?no?= =?broken', '=?utf-8?X?no?= =?broken'],
])('%j is decoded to %j', (value, decoded) => {
  expect(decodeEncodedWords(value)).toBe(decoded)
})

test('any value is decoded without an error, also a very long one', () => {
  const piece = fc.constantFrom('=?', '?=', '?B?', '?Q?', 'utf-8', ' ', '=C3', '?', '=', 'w6k=', '\r\n ')

  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      expect(decodeEncodedWords(pieces.join(''))).toBeTypeOf('string')
    }),
  )
  expect(decodeEncodedWords(`=?utf-8?Q?${'a?='.repeat(100_000)}`)).toHaveLength(1 + 99_999 * 3)
  expect(decodeEncodedWords('=?'.repeat(100_000))).toHaveLength(200_000)
  expect(decodeEncodedWords(`=?utf-8?Q?${'a'.repeat(200_000)}`)).toHaveLength(200_010)
})
