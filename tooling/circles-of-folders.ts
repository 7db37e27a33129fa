import { posix } from 'node:path'
import type { Finding } from './report-findings.ts'

/** One import of a file. */
export interface Import {
  path: string
  line: number
  specifier: string
  /** The whole statement, from `import` or `export` on. */
  statement: string
}

const developmentFolders = new Set(['test', 'bench', 'fuzz'])

/** Tests and measurements are not shipped, and may use development dependencies. */
export const isTestFile = (path: string): boolean =>
  /\.test\.tsx?$/.test(path) || path.split('/').some((folder) => developmentFolders.has(folder))

/** The folder of a package's `src` that a file is in; null for one beside these folders, or of none. */
export const roomIn = (path: string): string | null =>
  /^(?:apps|packages)\/[^/]+\/src\/([^/]+)\//.exec(path)?.[1] ?? null

interface Step {
  from: string
  to: string
  at: Import
}

/**
 * The imports by which folders of one `src` know each other in a circle, those of types too. Files beside the folders and tests are left out:
 * they stand above all folders, or are made of what they need.
 */
export function circleFindings(imports: readonly Import[]): Finding[] {
  const steps = imports.flatMap(stepOf)
  const next = Map.groupBy(steps, ({ from }) => from)
  return steps.flatMap(({ from, to, at }) => {
    const back = wayBetween(to, from, next)
    const circle = [from, ...(back ?? [])].map((folder) => posix.basename(folder))
    return back ? [{ path: at.path, line: at.line, message: `a circle of folders: ${circle.join(' → ')}` }] : []
  })
}

function stepOf(at: Import): Step[] {
  const { path, specifier } = at
  if (!specifier.startsWith('.') || isTestFile(path)) return []
  const target = posix.join(posix.dirname(path), specifier)
  const [from, to] = [roomIn(path), roomIn(target)]
  const source = path.slice(0, path.indexOf('/src/') + 5)
  if (from === null || to === null || from === to || !target.startsWith(source)) return []
  return [{ from: source + from, to: source + to, at }]
}

/** The folders on the shortest way from one to another, both included; null where there is none. */
function wayBetween(start: string, end: string, next: ReadonlyMap<string, Step[]>): string[] | null {
  const ways = new Map([[start, [start]]])
  for (const [folder, way] of ways) {
    if (folder === end) return way
    for (const { to } of next.get(folder) ?? []) if (!ways.has(to)) ways.set(to, [...way, to])
  }
  return null
}
