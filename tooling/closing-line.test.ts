import { expect, test } from 'vitest'
import { closingLine } from './closing-line.ts'

const file = (status: string, ...tests: string[]) => ({
  status,
  assertionResults: tests.map((each) => ({ status: each })),
})

test('passed and failed tests are counted, skipped ones are neither', () => {
  const json = JSON.stringify({
    numPassedTests: 2,
    numFailedTests: 1,
    testResults: [file('passed', 'passed', 'skipped'), file('failed', 'passed', 'failed')],
  })

  expect(closingLine(json)).toBe('2 passed, 1 failed')
})

test('a test file that did not load is a failure, though no test of it ran', () => {
  const json = JSON.stringify({
    numPassedTests: 1,
    numFailedTests: 0,
    testResults: [file('passed', 'passed'), file('failed')],
  })

  expect(closingLine(json)).toBe('1 passed, 1 failed')
})

test('a report of another shape is refused instead of counted as nothing', () => {
  expect(() => closingLine('{}')).toThrow()
})
