import { expect, test } from 'vitest'
import { findCandidates } from '../candidates/find-candidates.ts'
import { loadLexicon } from '../keywords/lexicon.ts'
import { textBody, viewOf } from '../view/mail-view.ts'
import { TextNormalizer } from '../view/normal-text.ts'
import { GramClassifier } from './gram-classifier.ts'
import { bucketCount, type GramGroups, GramReader } from './gram-groups.ts'
import { maxWordingPoints, Wording } from './wording.ts'

const normalizer = new TextNormalizer()
const lexicon = loadLexicon(normalizer)

/** What is read in each place around the first number of a text. */
function around(text: string): number[][] {
  const view = viewOf('', textBody(text), normalizer)
  const [candidate] = findCandidates(view, { lexicon, work: { steps: 0 } })
  if (!candidate) throw new Error('There is no candidate')
  return listed(new GramReader().readAround(view, candidate))
}

const listed = ({ buckets, ends }: GramGroups): number[][] =>
  ends.map((end, index) => [...buckets.subarray(ends[index - 1] ?? 0, end)])

/** The points of each candidate of a mail. */
function judged(subject: string, text: string): number[] {
  const view = viewOf(subject, textBody(text), normalizer)
  const candidates = findCandidates(view, { lexicon, work: { steps: 0 } })
  const judge = new Wording().judge(view)
  return candidates.map((candidate) => judge.of(candidate).points)
}

test('what is read does not depend on the number itself', () => {
  const [one, other] = ['482913', 'R4T9Z'].map((code) => around(`Your number ${code} is good today.`))

  expect(other).toEqual(one)
})

test('the same words before and behind a number are not the same, nor is a word that differs in its first letter', () => {
  const [before] = around('Your number is here: 482913')
  const [, , behind] = around('482913 Your number is here:')
  // XOR of the letters is that of the two places.
  const [, , similar] = around('482913 rour')

  expect(new Set(before).isDisjointFrom(new Set(behind))).toBe(true)
  expect(new Set(before).isDisjointFrom(new Set(similar))).toBe(true)
})

test('the line above counts, over empty lines, and what is farther away does not', () => {
  const far = 'Nothing that matters, and much of it, so that it is far away from the number below.\n'
  const [one, other, third] = [
    `${far}Here it is\n\n\n482913`,
    `Otherwise it begins, and with many words, and it is as far away as can be from that.\nHere it is\n \t\n\n482913`,
    `${far}There it was\n\n\n482913`,
  ].map(around)

  expect(other?.[4]).toEqual(one?.[4])
  expect(third?.[4]).not.toEqual(one?.[4])
})

test('a text of any length and script gives a bounded number of groups', () => {
  const long = `${'ключ 482913 \n'.repeat(10_000)}\ud800\u0000 482913`
  const view = viewOf('S'.repeat(1000), textBody(long), normalizer)
  const candidates = findCandidates(view, { lexicon, work: { steps: 0 } })
  const reader = new GramReader()

  const ofMail = listed(reader.readMail(view)).flat()
  const ofNumbers = candidates.map((candidate) => listed(reader.readAround(view, candidate)).flat())

  expect(ofMail.length).toBeLessThanOrEqual(1200)
  expect(Math.max(...ofNumbers.map(({ length }) => length))).toBeLessThan(250)
})

test('a table of weights that has not one for each bucket is refused', () => {
  const weights = Buffer.alloc(bucketCount - 1).toString('base64')

  expect(() => new GramClassifier({ intercept: 0, scale: 1, weights })).toThrow('65535 weights in place of 65536')
})

test('each place counts the same, however long it is', () => {
  const weights = new Int8Array(bucketCount)
  weights[7] = 100
  weights[9] = -128
  const classifier = new GramClassifier({
    intercept: 0.5,
    scale: 0.01,
    weights: Buffer.from(weights).toString('base64'),
  })

  expect(classifier.logOdds({ buckets: Uint16Array.of(7), ends: [1] })).toBeCloseTo(1.5)
  expect(classifier.logOdds({ buckets: Uint16Array.of(7, 7, 7, 7), ends: [4] })).toBeCloseTo(2.5)
  expect(classifier.logOdds({ buckets: Uint16Array.of(7, 9), ends: [1, 2] })).toBeCloseTo(0.22)
  expect(classifier.logOdds({ buckets: Uint16Array.of(), ends: [0] })).toBeCloseTo(0.5)
})

test('a request in words that no phrase has counts for a number, and a receipt against it, within the limit', () => {
  const [asked] = judged(
    'Finish signing in',
    'Hello,\n\nKey this in on the sign-in screen:\n\n482913\n\nGood for ten minutes.',
  )
  const [receipt] = judged(
    'Your order has shipped',
    'Hello,\n\nParcel 482913 is on its way. Total $ 30.00. Thank you for shopping.',
  )

  expect(asked).toBeGreaterThan(0)
  expect(receipt).toBeLessThan(0)
  for (const points of [asked, receipt]) expect(Math.abs(points ?? Number.NaN)).toBeLessThanOrEqual(maxWordingPoints)
})
