import type { KeywordKind } from '@inlet/mail'
import { expect, test } from 'vitest'
import { corpusMails } from '../generator/corpus-mails.ts'
import { sourceOf, takeApart } from '../read-code.ts'
import { type LabelledMail, labelledCorpus, labelMails } from './labelled-mails.ts'
import { PhraseIndex } from './phrase-index.ts'
import type { ListedPhrase } from './phrase-lists.ts'
import { Pruning } from './pruning.ts'
import { saidByOthers } from './said-by-others.ts'

const listed = (kind: KeywordKind, ...phrases: string[]): ListedPhrase[] =>
  phrases.map((phrase) => ({ language: 'en', kind, phrase, isFixed: false }))

/** So long that it is no letter, whose numbers are judged without phrases as well. */
const footer = 'The river rose and the ferry waited for the evening. '.repeat(15)
const mail = (text: string, expected: string | null): LabelledMail => ({
  source: { subject: 'Sign in', text: `${text}\n\n${footer}` },
  expected,
  isIndependent: false,
})

const kept = ({ phrases }: Pruning): string[] => phrases.filter(({ isKept }) => isKept).map(({ phrase }) => phrase)

test('a phrase stays without which a code is missed, and one that changes nothing goes', () => {
  const phrases = [...listed('strong', 'verification code', 'blue moon'), ...listed('expiry', 'expires in')]
  const pruning = new Pruning(phrases, [mail('Your verification code: 482913. It expires in 10 minutes.', '482913')])

  pruning.drop(pruning.phrases)

  expect(kept(pruning)).toEqual(['verification code'])
})

test('a phrase stays without which a code is invented', () => {
  const phrases = [...listed('strong', 'your code'), ...listed('intent', 'sign in'), ...listed('stale', 'has expired')]
  const pruning = new Pruning(phrases, [
    mail('Your code 482913 has expired. Please sign in', null),
    mail('Your code: 482913 to sign in', '482913'),
  ])

  pruning.drop(pruning.phrases.filter(({ kind }) => kind === 'stale'))

  expect(kept(pruning)).toContain('has expired')
})

test('a phrase that has its reason written beside it stays', () => {
  const [phrase] = listed('strong', 'blue moon')
  const pruning = new Pruning(phrase ? [{ ...phrase, isFixed: true }] : [], [])

  pruning.drop(pruning.phrases)

  expect(kept(pruning)).toEqual(['blue moon'])
})

test('of one phrase under two kinds that one stays without which more mails are read worse', () => {
  const phrases = [...listed('share', 'verification code'), ...listed('strong', 'verification code')]
  const pruning = new Pruning(phrases, [mail('Your verification code: 482913', '482913')])

  pruning.leaveOne(pruning.phrases)

  expect(pruning.phrases.map(({ kind, isKept }) => [kind, isKept])).toEqual([
    ['share', false],
    ['strong', true],
  ])
})

test('what parts or a shorter phrase say need not be written out', () => {
  const phrases = [
    ...listed('weak', 'code$'),
    ...listed('purpose', 'verif'),
    ...listed('thing', 'gift'),
    ...listed('strong', 'verification code', 'moon code', 'moon code for you'),
    ...listed('negative', 'gift code', 'order'),
  ]
  const saidOf = (kind: KeywordKind): string[] => saidByOthers(kind, phrases).map(({ phrase }) => phrase)

  expect(saidOf('strong')).toEqual(['verification code'])
  expect(saidOf('negative')).toEqual(['gift code'])
})

test('no mail that is held back has a say', () => {
  const read = new Set(labelledCorpus().map(({ source }) => JSON.stringify(source)))
  const heldOut = corpusMails().filter(({ entry }) => entry.isHeldOut)

  expect(heldOut.filter(({ bytes }) => read.has(JSON.stringify(sourceOf(takeApart(bytes)))))).toEqual([])
})

test('each name of a code or of another number is asked as a label', () => {
  const asked = labelMails([
    ...listed('weak', 'code$'),
    ...listed('strong', '*moon code$'),
    ...listed('negative', 'gift'),
  ])

  expect(asked.map(({ source, expected }) => [source.text, expected])).toEqual([
    ['moon code: 482913', '482913'],
    ['gift: 482913', null],
  ])
})

test('phrases are found in a mail however they are spelled, within words too', () => {
  const index = new PhraseIndex(['*código', 'one-time$', 'Ticket'])

  const found = index.phrasesIn({ subject: 'Your one\ntime ticket', text: 'El supercodigo', html: undefined })

  expect([...found].sort()).toEqual([0, 1, 2])
})
