// Installs the tools of checks and releases into tooling/node_modules, unless what the lockfile names is there. Starting the server needs none.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const lockfile = readFileSync(new URL('package-lock.json', import.meta.url), 'utf8')
const installed = new URL('node_modules/.installed-lock.json', import.meta.url)

if (!existsSync(installed) || readFileSync(installed, 'utf8') !== lockfile) {
  console.error('Installing the tools of tooling/package.json …')
  execFileSync('npm', ['ci', '--include=dev', '--loglevel=error'], {
    cwd: fileURLToPath(new URL('.', import.meta.url)),
    stdio: ['ignore', 2, 'inherit'],
    shell: process.platform === 'win32',
  })
  writeFileSync(installed, lockfile)
}
