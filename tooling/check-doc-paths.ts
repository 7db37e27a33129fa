import { existsSync, globSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { decisionFindings } from './decision-pages.ts'
import { frontPageFindings } from './front-pages.ts'
import { type Finding, reportFindings } from './report-findings.ts'

const topFolders = ['apps', 'clients', 'packages', 'docs', 'tooling', '.ci']
const fileEndings = [
  '.ts',
  '.tsx',
  '.py',
  '.js',
  '.mjs',
  '.json',
  '.md',
  '.eml',
  '.yaml',
  '.yml',
  '.toml',
  '.sh',
  '.css',
  '.html',
]

const codeSpan = /`([^`\n]+)`/g
const fence = /^ {0,3}(?:```|~~~)/
// White space, globs, placeholders, schemes and calls: such a span is not the path of one file.
const notOnePath = /[\s*?<>{}()[\]$|=,;"'…]|:\/\/|^(?:node|npm):|^[/@~-]|^\.inlet\//

/** The path in a code span, without `:line` or `#anchor`; null where it is no path. */
function pathIn(span: string): string | null {
  const path = span.replace(/(?::\d+|#.*)$/, '')
  if (notOnePath.test(path)) return null
  const isBelowTopFolder = topFolders.some((folder) => path.startsWith(`${folder}/`))
  return isBelowTopFolder || fileEndings.some((ending) => path.endsWith(ending)) ? path : null
}

const everyFile = () =>
  globSync(['*', ...topFolders.map((folder) => `${folder}/**/*`)], { exclude: (name) => name === 'node_modules' })

function missingPaths(document: string, knownNames: ReadonlySet<string>): Finding[] {
  let isInFence = false
  return readFileSync(document, 'utf8')
    .split('\n')
    .flatMap((text, index) => {
      if (fence.test(text)) isInFence = !isInFence
      if (isInFence) return []
      return [...text.matchAll(codeSpan)].flatMap(([, span = '']) => {
        const path = pathIn(span)
        if (!path || existsSync(path) || existsSync(posix.join(posix.dirname(document), path))) return []
        if (!path.includes('/') && knownNames.has(path)) return []
        return [{ path: document, line: index + 1, message: `there is no ${path}` }]
      })
    })
}

const knownNames = new Set(everyFile().map((path) => posix.basename(path)))
reportFindings([
  ...globSync(['*.md', 'docs/**/*.md', 'clients/*/README.md'])
    .sort()
    .flatMap((path) => missingPaths(path, knownNames)),
  ...decisionFindings(),
  ...frontPageFindings(),
])
