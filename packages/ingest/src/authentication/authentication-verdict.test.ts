import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type AuthenticationFacts, authenticationVerdict } from './authentication-verdict.ts'

type Signature = AuthenticationFacts['dkim'][number]

const own = (result: Signature['result']): Signature => ({ result, isAligned: true })
const foreign = (result: Signature['result']): Signature => ({ result, isAligned: false })
const facts = (given: Partial<AuthenticationFacts>): AuthenticationFacts => ({
  author: 'one',
  dmarc: 'none',
  spf: { result: 'not-evaluated', isAligned: false },
  dkim: [],
  ...given,
})

test.for<[string, Partial<AuthenticationFacts>, string]>([
  ['a policy is met', { dmarc: 'pass', dkim: [own('pass')] }, 'pass'],
  ['a policy is met, though another signature is broken', { dmarc: 'pass', dkim: [own('pass'), own('fail')] }, 'pass'],
  [
    'a policy is met, though another key could not be asked',
    { dmarc: 'pass', dkim: [own('pass'), own('temperror')] },
    'pass',
  ],
  ['no policy, own signature', { dkim: [own('pass')] }, 'pass'],
  ['no policy, own SPF', { spf: { result: 'pass', isAligned: true } }, 'pass'],
  [
    'no policy, own signature holds where SPF refuses',
    { spf: { result: 'fail', isAligned: true }, dkim: [own('pass')] },
    'pass',
  ],
  ['no policy, a foreign signature', { dkim: [foreign('pass')] }, 'none'],
  ['no policy, a foreign SPF', { spf: { result: 'pass', isAligned: false } }, 'none'],
  ['no policy, nothing', {}, 'none'],
  [
    'a strict policy refuses what would align by organization',
    { dmarc: 'fail', spf: { result: 'other', isAligned: false }, dkim: [own('pass')] },
    'fail',
  ],
  ['a policy is not met', { dmarc: 'fail', spf: { result: 'other', isAligned: false } }, 'fail'],
  ['a policy is not met, but SPF could not be asked', { dmarc: 'fail', dkim: [foreign('pass')] }, 'none'],
  ['a policy is not met, SPF not asked, own signature broken', { dmarc: 'fail', dkim: [own('fail')] }, 'fail'],
  [
    'a policy is not met, but a key could not be asked',
    { dmarc: 'fail', spf: { result: 'fail', isAligned: true }, dkim: [own('temperror')] },
    'none',
  ],
  [
    'a policy is not met, and the key that could not be asked would not have met it',
    { dmarc: 'fail', spf: { result: 'other', isAligned: false }, dkim: [foreign('temperror')] },
    'fail',
  ],
  [
    'a policy is not met, nor by the sender whose SPF could not be asked',
    { dmarc: 'fail', spf: { result: 'temperror', isAligned: false } },
    'fail',
  ],
  [
    'SPF refuses, but a list whose key could not be asked may have sent it',
    { spf: { result: 'fail', isAligned: true }, dkim: [foreign('temperror')] },
    'none',
  ],
  ['the policy could not be asked', { dmarc: 'temperror', dkim: [own('pass')] }, 'none'],
  ['SPF could not be asked', { dmarc: 'fail', spf: { result: 'temperror', isAligned: true } }, 'none'],
  ['SPF refuses', { spf: { result: 'fail', isAligned: true } }, 'fail'],
  [
    'SPF refuses a list, whose own signature holds',
    { spf: { result: 'fail', isAligned: true }, dkim: [foreign('pass')] },
    'none',
  ],
  ['own signature broken', { dkim: [own('fail')] }, 'fail'],
  ['own signature broken by a list that signs itself', { dkim: [foreign('pass'), own('fail')] }, 'none'],
  ['own signature broken, foreign SPF', { spf: { result: 'pass', isAligned: false }, dkim: [own('fail')] }, 'none'],
  ['foreign signature broken', { dkim: [foreign('fail')] }, 'none'],
  ['own signature expired or without a key', { dkim: [own('other')] }, 'none'],
  ['several authors, one of them proven', { author: 'several', dkim: [own('pass')] }, 'fail'],
  ['no author, a signature', { author: 'none', dkim: [own('pass')] }, 'none'],
])('%s: %#', ([, given, expected]) => {
  expect(authenticationVerdict(facts(given))).toBe(expected)
})

const anyFacts = fc.record({
  author: fc.constantFrom('one', 'several', 'none'),
  dmarc: fc.constantFrom('pass', 'fail', 'none', 'temperror'),
  spf: fc.record({
    result: fc.constantFrom('pass', 'fail', 'temperror', 'other', 'not-evaluated'),
    isAligned: fc.boolean(),
  }),
  dkim: fc.array(
    fc.record({ result: fc.constantFrom('pass', 'fail', 'temperror', 'other'), isAligned: fc.boolean() }),
    { maxLength: 3 },
  ),
})

test('a pass needs one author, and an aligned pass or a policy that is met', () => {
  fc.assert(
    fc.property(anyFacts, (given) => {
      const isProven = [given.spf, ...given.dkim].some(({ result, isAligned }) => result === 'pass' && isAligned)
      const mayPass = given.author === 'one' && (given.dmarc === 'pass' || isProven)
      expect(mayPass || authenticationVerdict(given) !== 'pass').toBe(true)
    }),
  )
})

test('a query without an answer never makes a mail of one author fail', () => {
  fc.assert(
    fc.property(anyFacts, (given) => {
      const withoutKey = { ...given, author: 'one' as const, dkim: [...given.dkim, own('temperror')] }
      expect(authenticationVerdict(withoutKey)).not.toBe('fail')
    }),
  )
})
