import { expect, test } from 'vitest'
import { usableTexts } from './dns-lookup.ts'

const isKept = (...strings: string[]) => usableTexts([strings]).length === 1

test('records of real domains are kept, keys of 16,384 bits in many strings too', () => {
  expect(isKept('v=spf1 include:%{ir}.%{v}.%{d}.spf.example.com exists:%{i}._i.%{h}._e.%{d2} -all')).toBe(true)
  expect(isKept('v=DKIM1; k=rsa; p=', ...Array.from({ length: 11 }, () => 'A'.repeat(255)))).toBe(true)
  expect(isKept('v=DMARC1;  p=reject;\trua=mailto:a@b.example')).toBe(true)
})

test.for<[string, string[]]>([
  ['more than 4,096 characters', ['v=spf1 ', 'a'.repeat(4_090)]],
  ['more than 64 strings', Array.from({ length: 65 }, () => 'a')],
  ['a run of more than 64 blanks', ['v=spf1', ' '.repeat(65), '-all']],
  ['a run over two strings', ['v=spf1'.padEnd(40), '\t'.repeat(40)]],
  ['more than 16 signs of percent', [`v=spf1 redirect=x.${'%{l}'.repeat(17)}`]],
])('a record with %s is left out, and the others stay', ([, strings]) => {
  expect(usableTexts([['one'], strings, ['two']])).toEqual([['one'], ['two']])
})

test('more than a hundred records are all dropped', () => {
  const records = Array.from({ length: 101 }, () => ['a'])

  expect(usableTexts(records.slice(1))).toHaveLength(100)
  expect(usableTexts(records)).toEqual([])
})
