// The fields of the test runner's JSON report that are used.
interface TestReport {
  numPassedTests: number
  numFailedTests: number
  testResults: { status: string; assertionResults: { status: string }[] }[]
}

/**
 * The closing line of a test run, `N passed, N failed`, from the JSON report of the test runner. A file that failed without a failed
 * test (it did not load, or a hook threw) counts as one failure. @throws Error when the text is no such report
 */
export function closingLine(json: string): string {
  const { numPassedTests: passed, numFailedTests: failed, testResults }: TestReport = JSON.parse(json)
  if (!Number.isInteger(passed) || !Number.isInteger(failed)) throw new Error('This is no report of a test run')

  const brokenFiles = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && !assertionResults.some((each) => each.status === 'failed'),
  )
  return `${passed} passed, ${failed + brokenFiles.length} failed`
}
