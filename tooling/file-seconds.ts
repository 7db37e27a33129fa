import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { Reporter, TestModule } from 'vitest/node'

/** How long a file of tests took, with its imports and hooks, and when it ended. */
export interface FileSeconds {
  path: string
  project: string
  seconds: number
  endedAt: number
}

/** Writes the seconds of each file, which the test runner's JSON report has without hooks and without their project. */
export const fileSecondsReporter = (outputFile: string): Reporter => {
  const files: FileSeconds[] = []
  return {
    onTestModuleEnd(module: TestModule) {
      const { duration, collectDuration } = module.diagnostic()
      files.push({
        path: relative(process.cwd(), module.moduleId),
        project: module.project.name,
        seconds: (duration + collectDuration) / 1000,
        endedAt: Date.now(),
      })
    },
    onTestRunEnd: () => writeFileSync(outputFile, JSON.stringify(files)),
  }
}
