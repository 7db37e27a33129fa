import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { bundleFolder, type WebAppName } from './app-folder.ts'
import { WebBuildError } from './web-build-error.ts'

/** A file of a bundle, with its compressed forms where it has them. */
export interface BuiltAsset {
  contentType: string
  identity: Buffer
  br?: Buffer
  gzip?: Buffer
}

/** A bundle in memory, so that a build in the same folder changes nothing in a running process. */
export interface BuiltWebApp {
  /** The page, with the places that the server fills. */
  index: string
  /** By name; a name has the hash of its contents in it. */
  assets: ReadonlyMap<string, BuiltAsset>
}

const contentTypes: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
}

/** Reads the bundle of a web app. @throws WebBuildError where it is not built */
export async function readWebApp(app: WebAppName): Promise<BuiltWebApp> {
  const folder = bundleFolder(app)
  const index = await readFile(join(folder, 'index.html'), 'utf8').catch(() => null)
  if (index === null) throw new WebBuildError(`The web app ${app} is not built: call "npm run build" first.`)

  const names = await readdir(join(folder, 'assets'))
  const files = new Map<string, Buffer>()
  for (const name of names) files.set(name, await readFile(join(folder, 'assets', name)))
  const assets = new Map<string, BuiltAsset>()
  for (const [name, identity] of files) {
    const contentType = contentTypes[extname(name)]
    if (contentType === undefined) continue
    const [br, gzip] = [files.get(`${name}.br`), files.get(`${name}.gz`)]
    assets.set(name, { contentType, identity, ...(br && { br }), ...(gzip && { gzip }) })
  }
  return { index, assets }
}
