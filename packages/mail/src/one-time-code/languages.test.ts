import { globSync, readdirSync, readFileSync } from 'node:fs'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type Language, languageFolder } from './keywords/language.ts'
import { TextNormalizer } from './view/normal-text.ts'

const phrases = z.array(
  z.union([z.string().min(1), z.strictObject({ phrase: z.string().min(1), why: z.string().min(1) })]),
)
const words = z.array(z.string().min(1))
const schema = z.strictObject({
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
  field: phrases.min(3),
  fresh: phrases.min(3),
  resend: phrases.min(2),
  purpose: phrases,
  number: phrases,
  password: words,
  card: words,
  currencyBefore: words,
  currencyAfter: words,
  counter: words,
  counterBefore: words,
  unit: words,
  ordinal: words,
  extension: words,
  referenceMark: words,
  numberMark: words,
  genitive: words,
  replyMark: words,
  years: z.array(z.tuple([z.int(), z.int()])),
}) satisfies z.ZodType<Language>

const files = readdirSync(languageFolder)

test('there are 35 languages or more', () => {
  expect(files.length).toBeGreaterThanOrEqual(35)
})

describe.each(files)('%s', (file) => {
  const language: Language = schema.parse(JSON.parse(readFileSync(new URL(file, languageFolder), 'utf8')))
  const wordsOf = (kind: Exclude<keyof Language, 'years'>): string[] =>
    language[kind].map((entry) => (typeof entry === 'string' ? entry : entry.phrase))
  const normalizer = new TextNormalizer()

  test('no word is listed twice in one kind, and none is empty once folded', () => {
    for (const kind of schema.omit({ years: true }).keyof().options) {
      const listed = wordsOf(kind)

      expect(listed.filter((word, at) => listed.indexOf(word) !== at)).toEqual([])
      expect(listed.filter((word) => normalizer.plain(word.replace(/^\*|\$$/g, '')).trim() === '')).toEqual([])
    }
  })

  test('no phrase names a one-time code and something else', () => {
    const negative = new Set(wordsOf('negative'))

    expect([...wordsOf('strong'), ...wordsOf('weak')].filter((word) => negative.has(word))).toEqual([])
  })
})

describe('the words of a language stand in its file alone', () => {
  /** What all languages write alike, and the names of our own features. */
  const international: readonly string[] = [
    ...['commit', 'kcal', 'kwh', 'strong', 'ambiguous', 'weak'],
    ...['ISO', 'UTF', 'HTML', 'SHA', 'COVID', 'WIN', 'iOS', 'web', 'WPA', 'IPV', 'SSLV', 'TLS'],
  ]
  const separators = /\\[pP]\{\w+\}|\\u[0-9a-f]{4}|\\[a-zA-Z]|\[[^\]]*\]|\(\?<\w+>/g

  /** Words in the regular expressions of a file, apart from classes of characters, and in its strings that are not ASCII. */
  function wordsIn(file: string): string[] {
    const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest)
    const literals: string[] = []
    const visit = (node: ts.Node): void => {
      if (ts.isRegularExpressionLiteral(node)) literals.push(node.text.replace(/\/[a-z]*$/, ''))
      if (ts.isStringLiteral(node) && !/^[\x20-\x7e\s]*$/.test(node.text)) literals.push(node.text)
      ts.forEachChild(node, visit)
    }
    visit(source)
    return literals.flatMap((text) => text.replace(separators, ' ').match(/\p{L}{3,}|[^\P{L}A-Za-z]+/gu) ?? [])
  }

  // `view/` knows characters of scripts, not words.
  const sources = globSync('**/*.ts', { cwd: import.meta.dirname }).filter((file) => !/\.test\.ts$|^view\//.test(file))
  const found = sources.map((file) => ({ file, words: wordsIn(`${import.meta.dirname}/${file}`) }))

  test.each(found)('$file names none', ({ words: named }) => {
    expect(named.filter((word) => !international.includes(word))).toEqual([])
  })

  test('and no exception is left over', () => {
    const named = found.flatMap(({ words }) => words)

    expect(international.filter((word) => !named.includes(word))).toEqual([])
  })
})
