import { spawnSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { contractBreaks, readContract } from './contract-breaks.ts'

const golden = 'docs/openapi.json'
const decisions = 'docs/decisions/*.md'
/** How many committed versions are compared. */
const versionsMax = 20

const declaration = /^```breaking-changes\n(.*?)^```$/gms

interface Version {
  name: string
  text: string
}

/** The last committed versions of the contract, oldest first, and then the one of the working tree. */
function versions(): Version[] {
  const here = { name: 'now', text: readFileSync(golden, 'utf8') }
  const commits = git('log', `--max-count=${versionsMax}`, '--format=%h', '--', golden).split('\n').filter(Boolean)
  const committed = commits
    .reverse()
    .map((commit) => ({ name: commit, text: git('show', `${commit}:./${golden}`) }))
    // A commit that deleted the file.
    .filter(({ text }) => text !== '')
  return [...committed, here]
}

/** The output of git; empty where it fails, for instance because the file is not in that commit. */
function git(...command: string[]): string {
  const { status, stdout } = spawnSync('git', command, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
  return status === 0 ? stdout : ''
}

/** An unpacked archive has no history to compare with. A history that exists must be readable. */
const hasHistory = existsSync('.git')
if (hasHistory && git('rev-parse', '--is-inside-work-tree').trim() !== 'true') {
  throw new Error('git cannot read the history of this checkout, so the earlier contract is unknown')
}

const literally = (text: string) => text.replaceAll(/[\\^$.+?()[\]{}|]/g, '\\$&')

/** The breaking changes that decision pages declare, as patterns; `*` matches any text. */
function declared(): RegExp[] {
  const lines = globSync(decisions)
    .sort()
    .flatMap((path) => [...readFileSync(path, 'utf8').matchAll(declaration)])
    .flatMap(([, block = '']) => block.split('\n'))
    .map((line) => line.trim())
    .filter(Boolean)
  return lines.map((line) => new RegExp(`^${line.split('*').map(literally).join('.*')}$`))
}

const known = declared()
const all = versions()
const undeclared = all.slice(1).flatMap((version, n) => {
  const before = all[n]
  if (!before || before.text === version.text) return []
  const breaks = contractBreaks(readContract(before.text), readContract(version.text))
  return breaks
    .filter((what) => !known.some((pattern) => pattern.test(what)))
    .map((what) => `${before.name} → ${version.name}  ${what}`)
})

if (undeclared.length > 0) {
  console.log(undeclared.join('\n'))
  console.log(`\nThese changes break clients. Undo them, or declare them in a page of docs/decisions/: copy each line without the versions
into a block that begins with \`\`\`breaking-changes.`)
  process.exitCode = 1
}
