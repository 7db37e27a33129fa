/** One broken rule at one place; `line` counts from 1. */
export interface Finding {
  path: string
  line: number
  message: string
}

/** Prints findings as `path:line  message`, one a line, and makes the process end with 1 when there is any. */
export function reportFindings(findings: Finding[]): void {
  for (const { path, line, message } of findings) console.error(`${path}:${line}  ${message}`)
  if (findings.length > 0) process.exitCode = 1
}
