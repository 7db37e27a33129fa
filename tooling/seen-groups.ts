import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { type Group, groups } from './run-groups.ts'

const seenFile = '.ci/seen.json'
/**
 * What a group looks at, as one digest; null where some of it is not committed.
 * @throws Error where one of its inputs is no file or folder of git
 */
export function digestOf({ inputs }: Pick<Group, 'inputs'>, cwd = '.'): string | null {
  const git = (...args: string[]): string => execFileSync('git', args, { encoding: 'utf8', cwd })
  const digest = createHash('sha256')
  for (const input of inputs) {
    const files = git('ls-files', '-s', '--', input)
    if (files === '') throw new Error(`git has no ${input}, which tooling/run-groups.ts names`)
    digest.update(files)
  }
  return git('status', '--porcelain', '--', ...inputs) === '' ? digest.digest('hex') : null
}

/** The groups whose inputs are as they were at the last green run; none where there was none. */
export function unchangedGroups(): string[] {
  if (!existsSync(seenFile)) return []
  const seen: Record<string, string> = JSON.parse(readFileSync(seenFile, 'utf8'))
  return groups.flatMap((group) => {
    const digest = digestOf(group)
    return digest !== null && digest === seen[group.name] ? [group.name] : []
  })
}

/** Stores what all groups look at now, as what a green run has seen. */
export function storeSeen(): void {
  const seen = Object.fromEntries(groups.map((group) => [group.name, digestOf(group)]))
  writeFileSync(seenFile, `${JSON.stringify(seen, null, 2)}\n`)
}
