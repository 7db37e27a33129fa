import { execFile, execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const check = join(import.meta.dirname, 'check-contract.ts')
const published = readFileSync(new URL('../docs/openapi.json', import.meta.url), 'utf8')
const renamed = published.replace('"operationId": "readMe"', '"operationId": "whoAmI"')
const extended = published.replace('"tags": [', '"x-new": true,\n  "tags": [')
const error = 'readMe: its name is whoAmI now'

// In a git hook these variables name the repository of the hook.
const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_')))

const page = (line: string) => `# 99. Another name\n\n\`\`\`breaking-changes\n${line}\n\`\`\`\n`

/** A repository with versions of the contract, all but the last one committed, and a decision page if given. */
function repository({ versions, decision }: { versions: string[]; decision?: string }) {
  const folder = mkdtempSync(join(tmpdir(), 'inlet-contract-'))
  const git = (...command: string[]) => {
    const identity = ['-c', 'user.name=tests', '-c', 'user.email=tests@example.com', '-c', 'commit.gpgsign=false']
    execFileSync('git', [...identity, ...command], { cwd: folder, env, stdio: 'ignore' })
  }
  mkdirSync(join(folder, 'docs/decisions'), { recursive: true })
  if (decision) writeFileSync(join(folder, 'docs/decisions/page.md'), decision)
  git('init')
  for (const [n, version] of versions.entries()) {
    writeFileSync(join(folder, 'docs/openapi.json'), version)
    if (n === versions.length - 1) continue
    git('add', '.')
    git('commit', '--message', 'a version')
  }
  return {
    check: () =>
      new Promise<{ isGood: boolean; output: string }>((resolve) => {
        execFile(process.execPath, [check], { cwd: folder, env }, (error, stdout, stderr) =>
          resolve({ isGood: error === null, output: stdout + stderr }),
        )
      }),
    breakHistory: () => writeFileSync(join(folder, '.git/HEAD'), 'nowhere'),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  }
}

test.concurrent.each([
  { what: 'in the working tree', versions: [published, renamed] },
  { what: 'in the last commit', versions: [published, renamed, renamed] },
  {
    what: 'in a commit before the last',
    versions: [published, renamed, `${renamed}\n`, `${renamed}\n\n`],
  },
])('a breaking change $what is refused with the two ways to continue', async ({ versions }) => {
  using repo = repository({ versions })

  const { isGood, output } = await repo.check()

  expect(output).toContain(error)
  expect(output).toContain('docs/decisions/')
  expect(isGood).toBe(false)
})

test.concurrent.each([
  { what: 'a change that breaks nobody', versions: [published, extended] },
  { what: 'the first version', versions: [published] },
  { what: 'a breaking change that a page declares', versions: [published, renamed], decision: page(error) },
  {
    what: 'one that a page declares with a star',
    versions: [published, renamed],
    decision: page('*: its name is * now'),
  },
])('$what passes', async ({ versions, decision }) => {
  using repo = repository({ versions, ...(decision ? { decision } : {}) })

  expect(await repo.check()).toEqual({ isGood: true, output: '' })
})

test.concurrent('a repository that git cannot read is refused', async () => {
  using repo = repository({ versions: [published, renamed] })
  repo.breakHistory()

  const { isGood, output } = await repo.check()

  expect(output).toContain('git')
  expect(isGood).toBe(false)
})

test.concurrent.each([
  { what: 'another change', decision: page('readMe: its name is me now') },
  { what: 'it outside of the block', decision: `# 99\n\n${error}\n` },
  { what: 'it as an example', decision: page(error).replaceAll(/^/gm, '    ') },
  { what: 'it in part', decision: page('readMe: its name') },
])('a page that declares $what does not allow the breaking change', async ({ decision }) => {
  using repo = repository({ versions: [published, renamed], decision })

  expect((await repo.check()).isGood).toBe(false)
})
