import { globSync } from 'node:fs'
import { findOverlinear, growthTimeoutMs } from '@inlet/testkit'
import { describe, expect, test, vi } from 'vitest'
import { actionCases } from '../test/growth/action-cases.ts'
import { codeCases } from '../test/growth/code-cases.ts'
import { mimeCases } from '../test/growth/mime-cases.ts'
import { partCases } from '../test/growth/part-cases.ts'
import { renderCases } from '../test/growth/render-cases.ts'
import { textCases } from '../test/growth/text-cases.ts'

vi.setConfig({ testTimeout: growthTimeoutMs })

const growthCases = { ...actionCases, ...codeCases, ...mimeCases, ...partCases, ...renderCases, ...textCases }

/** Files whose functions take no untrusted text, or only text that the extractor, `htmlToText` or the parser has cut or found. */
const unmeasuredFiles: ReadonlySet<string> = new Set([
  // `createActionReader` is measured with a text in each place that they read.
  ...['action-words', 'lifetime', 'link-candidates', 'score-links', 'url-facts', 'url-secrets', 'word-finder'].map(
    (name) => `action-link/${name}.ts`,
  ),
  'content/mail-content.ts',
  'content/mail-tags.ts',
  'content/zstd-frame.ts',
  'html/elements.ts',
  'html/open-elements.ts',
  'html/text-tokenizer.ts',
  'html/text-writer.ts',
  // Asynchronous; its decoder is measured.
  'mime/decode-pieces.ts',
  ...[
    'candidates/candidate',
    'candidates/code-shapes',
    'candidates/excluded-numbers',
    'candidates/line-form',
    'candidates/listings',
    'candidates/nearest-to-labels',
    'candidates/ordinary-words',
    'candidates/pattern-cursor',
    'candidates/phone-numbers',
    'candidates/postcodes',
    'candidates/shapes-in-text',
    'candidates/spans-around',
    'candidates/spelled-codes',
    'candidates/units',
    'explain-one-time-code',
    'extraction-context',
    'keywords/keyword',
    'keywords/labels',
    'keywords/language',
    'keywords/lexicon',
    'keywords/names',
    'keywords/phrase-automaton',
    'keywords/phrase-tree',
    'keywords/word-patterns',
    'spans',
    'view/characters',
    'view/text-positions',
  ].map((name) => `one-time-code/${name}.ts`),
  // `renderMail` is measured with a text in each place that they read.
  ...[
    'allowed-markup',
    'color',
    'css-declarations',
    'css-properties',
    'css-selectors',
    'css-sheet',
    'css-tokens',
    'direction-and-language',
    'image-source',
    'page',
    'parse-html',
    'prefix',
    'read-attributes',
    'safe-url',
    'sanitise',
    'serialise',
    'style-budget',
    'text-links',
    'text-page',
    'tree',
  ].map((name) => `render/${name}.ts`),
])
/** Folders of such files. */
const unmeasuredFolders: readonly string[] = ['one-time-code/scoring/', 'one-time-code/wording/']
/** The same for functions in files that also have measured ones. */
const unmeasuredFunctions: ReadonlySet<string> = new Set([
  'text/app-schemes.ts isAppLink',
  'text/charset-of.ts limitGuesses',
  'html/link-collector.ts LinkCollector',
  'mime/mime-tree.ts isInlineMessage',
  'mime/mime-tree.ts isMultipart',
  'one-time-code/candidates/amounts.ts isAmountPart',
  'one-time-code/candidates/amounts.ts isCounted',
  'render/inline-images.ts imageTypeOf',
])

test('every exported function of the package that takes untrusted text is measured', async () => {
  const files = globSync('**/*.ts', { cwd: import.meta.dirname }).filter((file) => !/(?:\.test|^index)\.ts$/.test(file))
  const found: string[] = []
  for (const file of files) {
    const exported: object = await import(new URL(file, import.meta.url).href)
    const functions = Object.entries(exported).filter(([, value]) => typeof value === 'function')
    found.push(...functions.map(([name]) => `${file} ${name}`))
  }
  const isMeasured = (name: string): boolean => {
    const [file = ''] = name.split(' ')
    if (unmeasuredFolders.some((folder) => file.startsWith(folder))) return false
    return !unmeasuredFiles.has(file) && !unmeasuredFunctions.has(name)
  }
  const wanted = found.filter(isMeasured)

  expect(Object.keys(growthCases).sort()).toEqual(wanted.sort())
})

describe.each(Object.entries(growthCases))('%s', (_, { reads, words }) => {
  test.each(Object.entries(reads))('%s: twice the text takes about twice the time, for any text', (_, read) => {
    expect(findOverlinear(read, words)).toBeNull()
  })
})
