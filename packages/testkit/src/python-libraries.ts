import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const cacheDir = fileURLToPath(new URL('../../../node_modules/.cache', import.meta.url))

/**
 * Puts the libraries of a requirements file into a folder of their own, once for each set of versions. With `--target`, so that it needs
 * neither a virtual environment nor a Python that lets itself be changed (PEP 668).
 * @returns the folder, for Python's path @throws where pip cannot install them
 */
export async function installPythonLibraries(name: string, requirements: string): Promise<string> {
  const versions = createHash('sha256')
    .update(await readFile(requirements))
    .digest('hex')
    .slice(0, 12)
  const folder = join(cacheDir, `inlet-${name}-${versions}`)
  if (existsSync(folder)) return folder

  console.log(`Installing ${name} with pip …`)
  const half = await mkdtemp(`${folder}-`)
  const pip = [
    '-m',
    'pip',
    'install',
    '--quiet',
    '--disable-pip-version-check',
    '--no-input',
    '--no-warn-script-location',
  ]
  const child = spawn('python3', [...pip, '--only-binary=:all:', '--no-deps', '--target', half, '-r', requirements], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const [code] = await once(child, 'exit')
  if (code !== 0) {
    await rm(half, { recursive: true })
    throw new Error(`pip could not install ${name}: it needs Python 3.11 or later, with pip`)
  }
  // What is there is whole: a run that is ended in the middle leaves no half of it behind under this name.
  await rename(half, folder)
  return folder
}
