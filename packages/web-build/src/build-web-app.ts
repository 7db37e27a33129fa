import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { childEnvironment } from '@inlet/runtime'
import { appFolder, bundleFolder, sourcesFile, type WebAppName, webAppNames } from './app-folder.ts'
import { compressFiles } from './compress-files.ts'
import { sourcesDigest } from './sources-digest.ts'
import { WebBuildError } from './web-build-error.ts'

/**
 * Builds each web app whose bundle is missing or was built from other sources.
 * @param onProgress gets one line before a build
 * @throws WebBuildError
 */
export async function provideWebApps(
  onProgress: (line: string) => void,
  apps: readonly WebAppName[] = webAppNames,
): Promise<void> {
  for (const app of apps) {
    if (await isBuilt(app)) continue
    onProgress(`Building the web app in apps/${app} …`)
    await buildWebApp(app)
  }
}

/**
 * Builds a web app with Vite, and puts the bundle in place when it is complete: a build that is ended or fails leaves the old one.
 * Several processes may build at the same time. @throws WebBuildError
 */
export async function buildWebApp(app: WebAppName): Promise<void> {
  const digest = await sourcesDigest(app)
  const isRebuilt = await isBuilt(app)
  const made = await folderBeside(bundleFolder(app))
  try {
    await runVite(app, made)
    await compressFiles(made)
    await writeFile(join(made, sourcesFile), digest)
    // A temporary folder is for its owner alone; the server may run as another user than who builds.
    await chmod(made, 0o755)
    if (!(await takesFreePlace(made, bundleFolder(app))) && (isRebuilt || !(await isBuilt(app)))) {
      await replaceBundle(made, bundleFolder(app))
    }
  } finally {
    await rm(made, { recursive: true, force: true })
  }
}

async function isBuilt(app: WebAppName): Promise<boolean> {
  const built = await readFile(join(bundleFolder(app), sourcesFile), 'utf8').catch(() => '')
  if (built === '') return false
  // A container image has the bundle without its sources: they cannot be newer.
  return !existsSync(join(appFolder(app), 'index.html')) || built === (await sourcesDigest(app))
}

/** A new folder on the same disk, so that it can be renamed. */
async function folderBeside(folder: string): Promise<string> {
  try {
    return await mkdtemp(`${folder}-`)
  } catch (error) {
    throw new WebBuildError(
      `The web pages are not built, and cannot be built by this user: run "npm run build" in the project's folder, as its owner (${messageOf(error)}).`,
    )
  }
}

async function runVite(app: WebAppName, outDir: string): Promise<void> {
  const cwd = appFolder(app)
  const vite = join(dirname(viteManifest(cwd)), 'bin', 'vite.js')
  const args = [vite, 'build', '--outDir', outDir, '--emptyOutDir', '--logLevel', 'warn', '--configLoader', 'native']
  const child = spawn(process.execPath, args, {
    cwd,
    // The cache's folder may be relative, and would then be made in the app's folder.
    env: childEnvironment({ NODE_ENV: 'production', NODE_OPTIONS: '', NODE_DISABLE_COMPILE_CACHE: '1' }),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve))
  const [code, ...written] = await Promise.all([ended, text(child.stdout), text(child.stderr)])
  if (code !== 0) throw new WebBuildError(`The web app ${app} could not be built.\n${written.join('').trim()}`)
}

function viteManifest(cwd: string): string {
  try {
    return createRequire(join(cwd, 'package.json')).resolve('vite/package.json')
  } catch {
    throw new WebBuildError('The web pages are not built, and Vite is not installed: call "npm ci".')
  }
}

/** @returns false where there is a bundle: if another process put it there during the build it may be in use by now, and it is as good */
async function takesFreePlace(made: string, folder: string): Promise<boolean> {
  try {
    await rename(made, folder)
    return true
  } catch (error) {
    ignore('ENOTEMPTY', 'EEXIST')(error)
    return false
  }
}

/** There is no bundle for a moment: two folders cannot change places. */
async function replaceBundle(made: string, folder: string): Promise<void> {
  const old = `${made}-old`
  await rename(folder, old).catch(ignore('ENOENT'))
  await takesFreePlace(made, folder)
  await rm(old, { recursive: true, force: true })
}

const ignore =
  (...codes: string[]) =>
  (error: unknown) => {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (typeof code !== 'string' || !codes.includes(code)) throw error
  }

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
