import { expect, test } from 'vitest'
import { unflowed } from './flowed-text.ts'

test.each([
  ['one \ntwo', false, 'one two'],
  ['one \ntwo', true, 'onetwo'],
  ['one\ntwo', false, 'one\ntwo'],
  [' >stuffed\n From here', false, '>stuffed\nFrom here'],
  ['> quoted \n> on\nanswer', false, '> quoted on\nanswer'],
  ['>> deep \n> less', false, '>> deep \n> less'],
  ['text\n-- \nSignature', false, 'text\n-- \nSignature'],
  ['See <https://a.example/x?y= \n12&z= \n3> and \nmore', false, 'See <https://a.example/x?y=12&z=3> and more'],
  ['> <https://a.example/ \n> x>', false, '> <https://a.example/x>'],
  ['<b> https://a.example/ \nx', false, '<b> https://a.example/ x'],
  ['', false, ''],
  ['\n\n', false, '\n\n'],
  ['ends in a break \n', false, 'ends in a break '],
])('%j (DelSp: %j) becomes %j', (text, deletesSpace, joined) => {
  expect(unflowed(text, deletesSpace)).toBe(joined)
})

test('20,000 lines are joined', () => {
  expect(unflowed('a \n'.repeat(20_000), true)).toBe('a'.repeat(20_000))
  expect(unflowed('a\n'.repeat(20_000), false)).toBe('a\n'.repeat(20_000))
})
