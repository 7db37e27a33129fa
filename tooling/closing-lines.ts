import type { FileSeconds } from './file-seconds.ts'

// The fields of the test runner's JSON report that are used.
interface TestReport {
  numPassedTests: number
  numFailedTests: number
  numPendingTests?: number
  testResults: {
    name: string
    status: string
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[]
  }[]
}

/**
 * The closing lines of a test run, from the JSON report of the test runner: each test that passed at its second try, with what the first one said,
 * and at the end `N passed, N failed`, with `, N skipped` where some were. A file that failed without a failed test (it did not load, or a hook
 * threw) counts as one failure.
 * @throws Error when the text is no such report
 */
export function closingLines(json: string): string {
  const {
    numPassedTests: passed,
    numFailedTests: failed,
    numPendingTests = 0,
    testResults,
  }: TestReport = JSON.parse(json)
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
  const skipped = numPendingTests === 0 ? '' : `, ${numPendingTests} skipped`
  return [...unsteady, `${passed} passed, ${failed + brokenFiles.length} failed${skipped}`].join('\n')
}

const slowestCount = 20
const seconds = (value: number, width: number) => `${value.toFixed(1).padStart(width)} s`

/** Where the time of a run went: each project's seconds from its first file's start to its last one's end, the sum of its files, and the slowest files. */
export function secondsLines(files: readonly FileSeconds[]): string {
  const projects = [...new Set(files.map(({ project }) => project))].map((project) => {
    const own = files.filter((file) => file.project === project)
    const startedAt = Math.min(...own.map((file) => file.endedAt - file.seconds * 1000))
    const span = (Math.max(...own.map(({ endedAt }) => endedAt)) - startedAt) / 1000
    const sum = own.reduce((total, file) => total + file.seconds, 0)
    return `  ${project.padEnd(10)}${seconds(span, 8)}${seconds(sum, 9)} in ${own.length} files`
  })
  const slowest = files
    .toSorted((a, b) => b.seconds - a.seconds)
    .slice(0, slowestCount)
    .map(({ path, project, seconds: value }) => `  ${project.padEnd(10)}${seconds(value, 8)}  ${path}`)
  return [
    'projects, from start to end, and the sum of their files:',
    ...projects,
    'the slowest files:',
    ...slowest,
  ].join('\n')
}
