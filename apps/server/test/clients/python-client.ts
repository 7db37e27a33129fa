import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { glob, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { childEnvironment } from '@inlet/runtime'
import { installPythonLibraries } from '@inlet/testkit'
import { isLeftOut } from '@inlet/testkit/left-out'
import { test as anywhere, inject } from 'vitest'

const source = fileURLToPath(new URL('../../../../clients/python', import.meta.url))
const isRecentPython = 'import sys; sys.exit(sys.version_info < (3, 11))'

/** Vitest's `test` for the Python client: skipped on a machine without Python 3.11, except in CI, where it must be there. */
export const pythonTest = anywhere.skipIf(
  isLeftOut('clients') || (spawnSync('python3', ['-c', isRecentPython]).status !== 0 && !inject('isCi')),
)

/**
 * Builds the client's wheel and installs it into a new virtual environment, which has the libraries of its tests beside it: one without
 * pip, which Debian has without a further package. @throws with what pip wrote where it cannot
 */
export async function installPythonClient() {
  const libraries = await installPythonLibraries('python-client-tests', join(source, 'tests/requirements.txt'))
  const folder = await mkdtemp(join(tmpdir(), 'inlet-python-'))
  try {
    const venv = join(folder, 'venv')
    const python = join(venv, 'bin', 'python')
    await succeed(['-m', 'venv', '--without-pip', venv])
    for await (const path of glob(join(venv, 'lib/*/site-packages')))
      await writeFile(join(path, 'tests.pth'), libraries)

    const pip = ['-m', 'pip', '--python', python, '--quiet', '--disable-pip-version-check', '--no-input']
    const wheels = join(folder, 'wheels')
    await succeed([...pip, 'wheel', '--no-deps', '--no-build-isolation', '--wheel-dir', wheels, source])
    // Without an index pip refuses a wheel that needs what is not there.
    await succeed([...pip, 'install', '--no-index', '--find-links', wheels, 'inlet-client'])
    return {
      folder,
      /** Runs a module in the client's folder; its exit code and what it wrote. */
      run: (args: string[], settings: Record<string, string> = {}) => run(python, ['-m', ...args], settings),
      [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
    }
  } catch (error) {
    await rm(folder, { recursive: true })
    throw error
  }
}

async function succeed(args: string[]): Promise<void> {
  const { code, output } = await run('python3', args, {})
  if (code !== 0)
    throw new Error(`python3 ${args.join(' ')} ended with ${code}: it needs Python 3.11 with pip\n${output}`)
}

async function run(program: string, args: string[], settings: Record<string, string>) {
  // No caches beside the sources.
  const env = childEnvironment({ PYTHONDONTWRITEBYTECODE: '1', ...settings })
  const child = spawn(program, args, { cwd: source, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const endWithTests = () => void child.kill('SIGKILL')
  process.once('exit', endWithTests)
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  process.off('exit', endWithTests)
  return { code, output: stdout + stderr }
}
