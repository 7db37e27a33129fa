import { expect, test } from 'vitest'
import { isLearned } from '../people/people-lists.ts'
import { developmentGates, failedGates, heldOutGates, obliqueGates, shortMailGates } from './gates.ts'
import { readCorpus } from './read-corpus.ts'
import { groupedTallies, scoreCorpus } from './score-corpus.ts'
import { scoreShortMails } from './score-people.ts'
import { tallyOf } from './tally.ts'

test.each([
  { split: 'development', wording: 'plain', set: 'plain', gates: developmentGates },
  { split: 'development', wording: 'oblique', set: 'oblique', gates: obliqueGates },
  { split: 'held-out', wording: 'plain', set: 'held-out', gates: heldOutGates },
] as const)('the extractor passes its gates on the $split mails that are $wording', ({ set, gates }) => {
  const scored = scoreCorpus(readCorpus(set))

  expect(failedGates(tallyOf(scored), groupedTallies(scored, 'language'), gates)).toEqual([])
})

test('the extractor passes its gates on the short mails by people', async () => {
  const tally = tallyOf(await scoreShortMails(isLearned))

  expect(failedGates(tally, new Map(), shortMailGates)).toEqual([])
})

test('a failed gate is reported with its figures', () => {
  const tally = { withCode: 100, exact: 96, lenient: 97, missed: 2, wrong: 2, withoutCode: 100, invented: 2 }
  const poor = { ...tally, exact: 60 }

  expect(failedGates(tally, new Map([['xx', poor]]), developmentGates)).toEqual([
    'exact: 96 of 100',
    'invented: 2 of 100',
    'wrong: 2 of 100',
    'xx: 60 %',
  ])
})
