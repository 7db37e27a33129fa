import { createHash } from 'node:crypto'
import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { projectFolder, type WebAppName } from './app-folder.ts'

/**
 * The SHA-256 of all that a web app's bundle is made of, in hex: its own files, the contract's, and the lockfile for the versions of the
 * packages. Contents and not times: a checkout, a copy and an image give files new times.
 */
export async function sourcesDigest(app: WebAppName): Promise<string> {
  const own = `apps/${app}`
  const patterns = [`${own}/{index.html,package.json,tsconfig.json,vite.config.ts}`, `${own}/{src,public}/**/*`]
  const shared = [
    'packages/contract/src/**/*.ts',
    'packages/web-build/src/**/*.ts',
    '{package-lock,tsconfig.base,tsconfig.web}.json',
  ]
  const entries = await Array.fromAsync(glob([...patterns, ...shared], { cwd: projectFolder, withFileTypes: true }))
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))

  const digest = createHash('sha256')
  for (const path of paths.filter((each) => !each.includes('.test.')).sort()) {
    const bytes = await readFile(path)
    digest.update(`${path.slice(projectFolder.length)}\n${bytes.length}\n`).update(bytes)
  }
  return digest.digest('hex')
}
