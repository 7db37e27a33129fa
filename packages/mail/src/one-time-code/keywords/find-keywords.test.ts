import { describe, expect, test } from 'vitest'
import plainLabels from '../test-cases/plain-labels.json' with { type: 'json' }
import { TextNormalizer } from '../view/normal-text.ts'
import { findKeywords } from './find-keywords.ts'
import type { KeywordMatches } from './keyword.ts'
import { loadLexicon } from './lexicon.ts'

const normalizer = new TextNormalizer()
const lexicon = loadLexicon(normalizer)

function keywordsOf(text: string): KeywordMatches {
  const { plain, folded } = normalizer.normalize(text)
  return findKeywords(
    { plain, phrases: lexicon.automaton.in(folded), spans: [{ start: 0, end: folded.length }] },
    lexicon.patterns,
    { steps: 0 },
  )
}

const kindsOf = (text: string): string[] => keywordsOf(text).labels.map(({ kind }) => kind)

describe.each(Object.entries(plainLabels))('the plainest words of %s', (_, { yours, named, behind, expiring }) => {
  test.each([yours, named, behind, expiring])('%s: a label of codes alone', (sentence) => {
    const kinds = kindsOf(sentence.replace('N', '482913'))

    expect(kinds).not.toEqual([])
    for (const kind of kinds) expect(['strong', 'ambiguous', 'weak']).toContain(kind)
  })

  test(`${expiring}: how long the code is valid, not that it is over`, () => {
    const { expiry, stale } = keywordsOf(expiring.replace('N', '482913'))

    expect(expiry).not.toEqual([])
    expect(stale).toEqual([])
  })
})

describe('a word for codes beside another noun', () => {
  test.each([
    ['in one word', 'Gästecode'],
    ['behind a space', 'partner code'],
    ['behind a hyphen', 'Partner-Code'],
    ['before a genitive', 'código del paquete'],
    ['before a preposition', 'код от ячейки'],
    ['without spaces', '优惠券代码'],
    ['behind the name of a code', 'código de seguridad de la tarjeta'],
    ['behind a preposition', 'access code to the event'],
  ])('%s names another kind of number: %s', (_, text) => {
    expect(new Set(kindsOf(text))).toEqual(new Set(['negative']))
  })

  test.each([
    ['in one word', 'Anmeldecode'],
    ['behind a space', 'authentication code'],
    ['before one short word', 'kod do logowania'],
    ['before two short words', 'code pour te connecter'],
  ])('%s names a one-time code where that noun is its purpose: %s', (_, text) => {
    expect(kindsOf(text)).toEqual(['strong'])
  })

  test('a password for a purpose is a label only before a number', () => {
    expect(kindsOf('Mot de passe pour signer : 482913')).toEqual(['strong'])
    expect(kindsOf('Password reset')).toEqual(['weak'])
  })

  test.each(['Your code:\nOrder 4711', 'Your code - order 4711'])('%j: another line or a dash parts them', (text) => {
    expect(kindsOf(text)[0]).toMatch(/^(?:ambiguous|weak)$/)
  })
})
