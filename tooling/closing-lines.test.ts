import { expect, test } from 'vitest'
import { closingLines, secondsLines } from './closing-lines.ts'

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

test('tests that were skipped are counted behind the others', () => {
  const json = JSON.stringify({
    numPassedTests: 1,
    numFailedTests: 0,
    numPendingTests: 2,
    testResults: [file('passed', 'passed', 'skipped', 'skipped')],
  })

  expect(closingLines(json)).toBe('1 passed, 0 failed, 2 skipped')
})

test('the seconds of each project and the twenty slowest files are named, the slowest first', () => {
  const fast = Array.from({ length: 21 }, (_, n) => ({
    path: `fast-${n}`,
    project: 'shared',
    seconds: 1,
    endedAt: 5_000,
  }))
  const slow = [
    { path: 'slow', project: 'shared', seconds: 9, endedAt: 10_000 },
    { path: 'alone', project: 'timed', seconds: 2.5, endedAt: 12_500 },
  ]

  const lines = secondsLines([...fast, ...slow]).split('\n')

  expect(lines.slice(1, 3)).toEqual([
    '  shared         9.0 s     30.0 s in 22 files',
    '  timed          2.5 s      2.5 s in 1 files',
  ])
  expect(lines.slice(4, 6)).toEqual(['  shared         9.0 s  slow', '  timed          2.5 s  alone'])
  expect(lines.slice(4)).toHaveLength(20)
})
