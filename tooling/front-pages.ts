import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { posix } from 'node:path'
import type { Finding } from './report-findings.ts'

/** The pages that a newcomer reads first stay short: detail goes beside the code, into a guide or a decision. */
const maxBytes = { 'README.md': 6000, 'docs/ARCHITECTURE.md': 8000 }

/** Code, in which brackets are no links. */
const code = /^ *```.*?^ *```|`[^`\n]*`/gms
const link = /\]\((?!\w+:|#)([^)\s#]+)/g

/** Pages that are too long, and links between documents that lead nowhere. */
export function frontPageFindings(): Finding[] {
  return [...longPages(), ...globSync(['*.md', 'docs/**/*.md']).sort().flatMap(brokenLinks)]
}

function longPages(): Finding[] {
  return Object.entries(maxBytes).flatMap(([path, max]) => {
    const bytes = existsSync(path) ? statSync(path).size : 0
    return bytes > max ? [{ path, line: 1, message: `it has ${bytes} bytes, and may have ${max}` }] : []
  })
}

function brokenLinks(path: string): Finding[] {
  const text = readFileSync(path, 'utf8').replaceAll(code, (found) => found.replaceAll(/[^\n]/g, ''))
  return text.split('\n').flatMap((line, index) =>
    [...line.matchAll(link)]
      .map(([, target = '']) => posix.join(posix.dirname(path), target))
      .filter((target) => !existsSync(target))
      .map((target) => ({ path, line: index + 1, message: `a link leads to ${target}, which does not exist` })),
  )
}
