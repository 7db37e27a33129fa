import { globSync, readdirSync, readFileSync } from 'node:fs'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { keywordKinds } from './keywords/keyword.ts'
import { type Language, languageFolder } from './keywords/language.ts'
import { TextNormalizer } from './view/normal-text.ts'

const phrases = z.array(
  z.union([z.string().min(1), z.strictObject({ phrase: z.string().min(1), why: z.string().min(1) })]),
)
const words = z.array(z.string().min(1))
const schema = z.strictObject({
  // Parts make most of them.
  strong: phrases.min(5),
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
  purpose: phrases.min(5),
  thing: phrases.min(5),
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
  determiner: words.min(1),
  filler: words,
  codeNoun: words.min(1),
  pin: words,
  replyMark: words,
  years: z.array(z.tuple([z.int(), z.int()])),
}) satisfies z.ZodType<Language>

const shortSchema = schema
  .pick({
    strong: true,
    ambiguous: true,
    weak: true,
    negative: true,
    intent: true,
    enter: true,
    field: true,
    expiry: true,
    determiner: true,
    codeNoun: true,
  })
  .extend({ strong: phrases.min(5), connector: phrases.min(1), purpose: phrases.min(5), thing: phrases.min(5) })
  .extend({ negative: phrases.min(1), intent: phrases.min(3), filler: words.optional(), pin: words.optional() })

const files = readdirSync(languageFolder).filter((file) => file.endsWith('.json'))
const shortFolder = new URL('short/', languageFolder)
const shortFiles = readdirSync(shortFolder)

test('there are 35 languages or more', () => {
  expect(files.length).toBeGreaterThanOrEqual(35)
})

const listsOf = (lists: Partial<Language>): [kind: string, words: string[]][] =>
  Object.entries({ ...lists, years: [] }).map(([kind, entries]) => [
    kind,
    entries.map((entry) => (typeof entry === 'string' ? entry : entry.phrase)),
  ])

const normalizer = new TextNormalizer()
const phraseKinds: ReadonlySet<string> = new Set(keywordKinds)

/** The phrases that are listed more than once, however they are spelled, with their kinds. */
function doublesIn(lists: [kind: string, words: string[]][]): string[] {
  const listed = lists
    .filter(([kind]) => phraseKinds.has(kind))
    .flatMap(([kind, words]) => words.map((word) => ({ kind, word: normalizer.folded(word).replace(/[\s-]+/g, ' ') })))
  return [...Map.groupBy(listed, ({ word }) => word)]
    .filter(([, found]) => found.length > 1)
    .map(([word, found]) => `${word}: ${found.map(({ kind }) => kind).join(', ')}`)
}

describe.each(files)('%s', (file) => {
  const language: Language = schema.parse(JSON.parse(readFileSync(new URL(file, languageFolder), 'utf8')))
  const lists = listsOf(language)

  test('no word is listed twice in one kind, and none is empty once folded', () => {
    for (const [, words] of lists) {
      expect(words.filter((word, at) => words.indexOf(word) !== at)).toEqual([])
      expect(words.filter((word) => normalizer.plain(word.replace(/^\*|\$$/g, '')).trim() === '')).toEqual([])
    }
  })

  test('no phrase stands under two kinds', () => {
    expect(doublesIn(lists)).toEqual([])
  })

  test('no phrase ends in a hyphen, which stands for a space and takes the next word with it', () => {
    expect(lists.flatMap(([, words]) => words).filter((word) => /[\s-]\$?$/.test(word))).toEqual([])
  })
})

describe.each(shortFiles)('the short list %s', (file) => {
  const language = shortSchema.parse(JSON.parse(readFileSync(new URL(file, shortFolder), 'utf8')))

  test('no phrase stands under two kinds or twice under one', () => {
    expect(doublesIn(listsOf(language))).toEqual([])
  })
})

describe('the words of a language stand in its file alone', () => {
  /** What all languages write alike, and the names of our own features. */
  const international: readonly string[] = [
    ...['commit', 'beta', 'alpha', 'dev', 'pre'],
    ...['ISO', 'UTF', 'HTML', 'SHA', 'COVID', 'WIN', 'iOS', 'web', 'WPA', 'IPV', 'PSD', 'AES', 'DSA', 'RSA'],
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
