import { execFile } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const root = fileURLToPath(new URL('../../../../', import.meta.url))
const folders = { client: 'sdk', playwright: 'playwright', cypress: 'cypress', mcp: 'mcp' }

/** Builds packages of ours as they are published, into the `node_modules` of whoever installs them. */
export async function buildPackages(modules: string, names: (keyof typeof folders)[]): Promise<void> {
  await mkdir(modules, { recursive: true })
  await Promise.all(
    names.map((name) => {
      const args = [join(root, 'tooling/build-package.ts'), '--out', join(modules, '@inlet', name)]
      return promisify(execFile)(process.execPath, args, { cwd: join(root, 'packages', folders[name]) })
    }),
  )
}
