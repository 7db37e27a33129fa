import { expect, test } from 'vitest'
import { closingLines } from './closing-lines.ts'

const noMessages: string[] = []
const file = (status: string, ...tests: string[]) => ({
  name: 'some.test.ts',
  status,
  assertionResults: tests.map((each) => ({
    status: each,
    fullName: 'a mail is kept',
    failureMessages: [...noMessages],
  })),
})

test('passed and failed tests are counted, skipped ones are neither', () => {
  const json = JSON.stringify({
    numPassedTests: 2,
    numFailedTests: 1,
    testResults: [file('passed', 'passed', 'skipped'), file('failed', 'passed', 'failed')],
  })

  expect(closingLines(json)).toBe('2 passed, 1 failed')
})

test('a test file that did not load is a failure, though no test of it ran', () => {
  const json = JSON.stringify({
    numPassedTests: 1,
    numFailedTests: 0,
    testResults: [file('passed', 'passed'), file('failed')],
  })

  expect(closingLines(json)).toBe('1 passed, 1 failed')
})

test('a test that passed at its second try is named, with what the first one said', () => {
  const { name, status, assertionResults } = file('passed', 'passed', 'passed')
  assertionResults[1]?.failureMessages.push('AssertionError: expected 1 to be 2\n    at some.test.ts:3')
  const json = JSON.stringify({
    numPassedTests: 2,
    numFailedTests: 0,
    testResults: [{ name, status, assertionResults }],
  })

  expect(closingLines(json)).toBe(
    'passed at the second try: some.test.ts: a mail is kept: AssertionError: expected 1 to be 2\n2 passed, 0 failed',
  )
})

test('a report of another shape is refused instead of counted as nothing', () => {
  expect(() => closingLines('{}')).toThrow()
})
