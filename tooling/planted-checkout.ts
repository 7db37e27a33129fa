import { exec } from 'node:child_process'
import {
  copyFileSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'

const checkout = dirname(import.meta.dirname)
const binaries = join(checkout, 'node_modules', '.bin')

// Settings and manifests only, no sources: edits of the checkout during the tests change no result. The web apps are left out, since each
// compiles its own sources; a test plants one.
const copied = ['*.json', 'tooling/*.ts', '{apps/server,packages/*}/package.json', 'packages/testkit/src/left-out.ts']

interface Verdict {
  isGood: boolean
  output: string
}

/**
 * A copy of the checkout's settings in a temporary folder, with `files` (path → content) planted over it. `check` runs
 * one `check:*` script there, of the root or of the workspace in a folder, `run` any script of the root; disposing removes the folder.
 */
export function plantedCheckout(files: Record<string, string>) {
  const folder = mkdtempSync(join(tmpdir(), 'inlet-check-'))
  const write = (path: string, content: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), content)
  }

  for (const path of globSync(copied, { cwd: checkout })) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    copyFileSync(join(checkout, path), join(folder, path))
  }
  for (const path of ['node_modules', 'tooling/node_modules']) symlinkSync(join(checkout, path), join(folder, path))
  for (const [path, content] of Object.entries(files)) write(path, content)

  return {
    folder,
    run: (script: string) => runScript(folder, script),
    async check(name: string, workspace = '.'): Promise<Verdict> {
      const { exitCode, output } = await runScript(join(folder, workspace), `check:${name}`)
      return { isGood: exitCode === 0, output }
    },
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** By the shell, as npm would: npm itself would take longer than most of the checks. */
function runScript(folder: string, name: string): Promise<{ exitCode: number; output: string }> {
  const env = { ...process.env, PATH: [binaries, process.env.PATH].join(delimiter) }
  const { scripts } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  return new Promise((resolve) => {
    exec(scripts[name], { cwd: folder, env }, (error, stdout, stderr) => {
      resolve({ exitCode: error ? (error.code ?? 1) : 0, output: stdout + stderr })
    })
  })
}

/** The smallest web app. It declares the JSX types that React would bring. */
export const webApp = {
  'apps/planted/package.json': `{
    "name": "@inlet/planted",
    "type": "module",
    "scripts": { "check:types": "tsc -p tsconfig.json" },
    "dependencies": { "@inlet/contract": "*" },
    "devDependencies": { "@inlet/api": "*" }
  }\n`,
  'apps/planted/tsconfig.json': '{ "extends": "../../tsconfig.web.json" }\n',
  'apps/planted/src/jsx.d.ts': `declare module 'react/jsx-runtime' {
  export namespace JSX {
    interface IntrinsicElements {
      p: { children: string }
    }
  }
}\n`,
  'apps/planted/src/main.tsx': `import type { AppRouter } from '@inlet/api'
import { limits } from '@inlet/contract'

export type Router = AppRouter
export const limit = limits
export const title = <p>{document.title}</p>
`,
}
