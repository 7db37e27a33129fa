// The fields of the test runner's JSON report that are used.
interface TestReport {
  numPassedTests: number
  numFailedTests: number
  testResults: {
    name: string
    status: string
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[]
  }[]
}

/**
 * The closing lines of a test run, from the JSON report of the test runner: each test that passed at its second try, with what the first one said,
 * and at the end `N passed, N failed`. A file that failed without a failed test (it did not load, or a hook threw) counts as one failure.
 * @throws Error when the text is no such report
 */
export function closingLines(json: string): string {
  const { numPassedTests: passed, numFailedTests: failed, testResults }: TestReport = JSON.parse(json)
  if (!Number.isInteger(passed) || !Number.isInteger(failed)) throw new Error('This is no report of a test run')

  const brokenFiles = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && !assertionResults.some((each) => each.status === 'failed'),
  )
  const unsteady = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter((each) => each.status === 'passed' && each.failureMessages.length > 0)
      .map(
        ({ fullName, failureMessages: [first = ''] }) =>
          `passed at the second try: ${name}: ${fullName}: ${first.split('\n', 1)[0]}`,
      ),
  )
  return [...unsteady, `${passed} passed, ${failed + brokenFiles.length} failed`].join('\n')
}
