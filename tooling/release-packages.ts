import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'

// Makes what customers install: the packages for npm as tarballs, the client for Python as a wheel, and on Linux the server as an archive.
//   npm run release:pack -- FOLDER [--python] [--clients]   into that folder; --clients leaves out the server
//   npm run release:publish [-- --dry-run]                  those for npm, to the registry that npm is set to

/** By their folders; what depends on another one comes after it, so that nobody ever finds half of a release. */
const packages = ['sdk', 'playwright', 'cypress', 'mcp']
const root = resolve(import.meta.dirname, '..')

const run = (program: string, args: string[], folder = root) =>
  execFileSync(program, args, { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'], encoding: 'utf8' })

/** The version of the project, which all of them have. */
const version: string = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version

/** Builds and packs. @returns the tarballs, in the order in which they are published */
function pack(folder: string): string[] {
  mkdirSync(folder, { recursive: true })
  return packages.map((name) => {
    const home = join(root, 'packages', name)
    run(process.execPath, [join(root, 'tooling/build-package.ts')], home)
    const tarball = run('npm', ['pack', '--silent', '--pack-destination', folder], join(home, 'dist')).trim()
    return join(folder, tarball)
  })
}

function packForPython(folder: string): string {
  run('python3', ['-m', 'pip', '--quiet', 'wheel', '--no-deps', '--wheel-dir', folder, join(root, 'clients/python')])
  return join(folder, `inlet_client-${version}-py3-none-any.whl`)
}

/** The server with its Node and its pages, for machines like this one. */
function packServer(folder: string): string[] {
  if (process.platform !== 'linux') return []
  run('npm', ['run', 'build'])
  const archive = run(join(root, 'deploy/archive/build-archive.sh'), [folder]).trim()
  return [archive, `${archive}.sha256`]
}

/** @throws where what would be published is not what the version stands for */
function checkRelease(): void {
  if (run('git', ['status', '--porcelain']) !== '') throw new Error('There are changes that are not committed')
  const tags = run('git', ['tag', '--points-at', 'HEAD']).split('\n')
  if (!tags.includes(`v${version}`)) throw new Error(`This commit has no tag v${version}: see CONTRIBUTING.md`)
}

function publish(isDryRun: boolean): void {
  if (!isDryRun) checkRelease()
  const folder = mkdtempSync(join(tmpdir(), 'inlet-release-'))
  try {
    for (const tarball of pack(folder)) {
      run('npm', ['publish', tarball, '--access=public', ...(isDryRun ? ['--dry-run'] : [])])
      console.log(`${isDryRun ? 'Would publish' : 'Published'} ${tarball.slice(folder.length + 1)}`)
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    python: { type: 'boolean', default: false },
    clients: { type: 'boolean', default: false },
    'dry-run': { type: 'boolean', default: false },
  },
})
const [act, folder] = positionals
if (act === 'publish') publish(values['dry-run'])
else if (act === 'pack' && folder !== undefined) {
  // npm runs its scripts in the project's folder; the name is meant as its caller sees it.
  const into = resolve(process.env.INIT_CWD ?? '', folder)
  const forPython = values.python ? [packForPython(into)] : []
  const made = [...pack(into), ...forPython, ...(values.clients ? [] : packServer(into))]
  for (const path of made) console.log(path)
} else throw new Error('Name what to do: npm run release:pack -- FOLDER, or npm run release:publish')
