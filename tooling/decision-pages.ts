import { globSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import type { Finding } from './report-findings.ts'

const folder = 'docs/decisions'
const maxWords = 900
const pageName = /^(\d{4})-[a-z0-9]+(?:-[a-z0-9]+)*\.md$/

/** Where pages are mentioned: documents, comments, settings. */
const mentioning = [
  '.npmrc',
  '*.{ts,md,toml,yaml,yml}',
  '{apps,clients,deploy,docs,packages,tooling}/**/*.{ts,tsx,js,py,md,toml,yaml,yml,sh}',
]
const mention = /\bdecisions\/(\d{4}[\w-]*)/g
/** A link between two pages. */
const neighbour = /\]\((?:\.\/)?(\d{4}[\w-]*)\.md/g
/** A number alone leads nowhere once pages are numbered anew. */
const byNumber = /\bdecisions? (?:page )?\d+\b|\bpages? \d{4}\b/i

/** What is wrong with the pages of `docs/decisions`, and with what mentions them. */
export function decisionFindings(): Finding[] {
  const pages = globSync(`${folder}/*.md`).sort()
  const names = new Set(pages.map((path) => posix.basename(path, '.md')))
  return [...pages.flatMap((path, index) => pageFindings(path, index + 1)), ...mentionFindings(names)]
}

/** `place` counts the pages from 1 on, which is the number that this one must have. */
function pageFindings(path: string, place: number): Finding[] {
  const at = (message: string) => ({ path, line: 1, message })
  const text = readFileSync(path, 'utf8')
  const [, number] = pageName.exec(posix.basename(path)) ?? []
  const wanted = String(place).padStart(4, '0')
  const words = text.split(/\s+/).filter(Boolean).length
  return [
    ...(number === wanted ? [] : [at(`its name must begin with ${wanted}-: pages are numbered without gaps`)]),
    ...(text.startsWith(`# ${place}. `) ? [] : [at(`its title must begin with "# ${place}. "`)]),
    ...(words > maxWords ? [at(`it has ${words} words, and may have ${maxWords}`)] : []),
  ]
}

function mentionFindings(names: ReadonlySet<string>): Finding[] {
  return globSync(mentioning, { exclude: (name) => name === 'node_modules' || name === 'dist' }).flatMap((path) =>
    readFileSync(path, 'utf8')
      .split('\n')
      .flatMap((text, index) => {
        const at = (message: string) => ({ path, line: index + 1, message })
        const links = path.startsWith(`${folder}/`) ? [...text.matchAll(neighbour)] : []
        const gone = [...text.matchAll(mention), ...links].filter(([, name = '']) => !names.has(name))
        return [
          ...gone.map(([, name]) => at(`there is no page ${name} in ${folder}`)),
          ...(byNumber.test(text) ? [at('a decision is named by the path of its page, not by a number')] : []),
        ]
      }),
  )
}
