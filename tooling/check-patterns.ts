import { globSync, readFileSync } from 'node:fs'
import { analyse } from 'scslre'
import ts from 'typescript'
import { type Finding, reportFindings } from './report-findings.ts'

// A regular expression that takes more than linear time can block a thread, and with it all mail and requests of that thread. Shipped code
// may have none, whatever text it is used on today.

const reportTypes = { Self: true, Trade: true, Move: true }
const reasons = {
  Self: 'a repetition inside a repetition',
  Trade: 'two repetitions that can share a text in many ways',
  Move: 'a repetition that begins anew at each place of a text',
}

function patternsOf(path: string): { source: string; flags: string; line: number }[] {
  const file = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest)
  const found: { source: string; flags: string; line: number }[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/')
      const line = file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1
      found.push({ source: node.text.slice(1, end), flags: node.text.slice(end + 1), line })
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}

function findingsIn(path: string): Finding[] {
  return patternsOf(path).flatMap(({ source, flags, line }) => {
    const [report] = analyse({ source, flags }, { reportTypes }).reports
    if (!report) return []
    const time = report.exponential ? 'exponential' : 'more than linear'
    return [{ path, line, message: `/${source}/${flags} takes ${time} time: ${reasons[report.type]}` }]
  })
}

const sources = globSync('{apps,packages}/*/{src,bin}/**/*.{ts,tsx}').filter((path) => !path.endsWith('.test.ts'))
reportFindings(sources.sort().flatMap(findingsIn))
