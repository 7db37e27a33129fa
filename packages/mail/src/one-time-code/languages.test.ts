import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { normalText } from './view/normal-text.ts'

const phrases = z.array(
  z.union([z.string().min(1), z.strictObject({ phrase: z.string().min(1), why: z.string().min(1) })]),
)
const language = z.strictObject({
  strong: phrases.min(20),
  ambiguous: phrases,
  weak: phrases.min(3),
  negative: phrases.min(60),
  stale: phrases,
  connector: phrases,
  intent: phrases.min(20),
  enter: phrases.min(3),
  expiry: phrases.min(3),
  share: phrases.min(3),
  elsewhere: phrases.min(3),
  room: phrases.min(3),
  negation: phrases.min(1),
  pointer: phrases.min(1),
  purpose: phrases,
  number: phrases,
})

const folder = new URL('languages/', import.meta.url)
const files = readdirSync(folder)
const languages =
  'en es pt fr de it nl sv da no fi pl cs sk hu ro tr bg ru uk el ar he fa hi bn ta th vi id ms zh-CN zh-TW ja ko'

test('every language has its file', () => {
  expect(files).toEqual(expect.arrayContaining(languages.split(' ').map((language) => `${language}.json`)))
})

describe.each(files)('%s', (file) => {
  const parsed = language.parse(JSON.parse(readFileSync(new URL(file, folder), 'utf8')))
  const wordsOf = (kind: keyof typeof parsed): string[] =>
    parsed[kind].map((entry) => (typeof entry === 'string' ? entry : entry.phrase))

  test('no phrase is listed twice in one kind, and none is empty once folded', () => {
    for (const kind of language.keyof().options) {
      const words = wordsOf(kind)

      expect(words.filter((word, at) => words.indexOf(word) !== at)).toEqual([])
      expect(words.filter((word) => normalText(word.replace(/^\*|\$$/g, '')).plain.trim() === '')).toEqual([])
    }
  })

  test('no phrase names a one-time code and something else', () => {
    const negative = new Set(wordsOf('negative'))

    expect([...wordsOf('strong'), ...wordsOf('weak')].filter((word) => negative.has(word))).toEqual([])
  })
})
