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
  const bundle = (await readBundle(app)) ?? (await readBundle(app))
  if (bundle === null) throw new WebBuildError(`The web app ${app} is not built: call "npm run build" first.`)
  return bundle
}

/** Null where there is no bundle, and where a build has put another one in its place while it was read. */
async function readBundle(app: WebAppName): Promise<BuiltWebApp | null> {
  const folder = bundleFolder(app)
  try {
    const index = await readFile(join(folder, 'index.html'), 'utf8')
    const names = await readdir(join(folder, 'assets'))
    const files = new Map<string, Buffer>()
    for (const name of names) files.set(name, await readFile(join(folder, 'assets', name)))
    return { index, assets: assetsOf(files) }
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}

function assetsOf(files: ReadonlyMap<string, Buffer>): BuiltWebApp['assets'] {
  const assets = new Map<string, BuiltAsset>()
  for (const [name, identity] of files) {
    const contentType = contentTypes[extname(name)]
    if (contentType === undefined) continue
    const [br, gzip] = [files.get(`${name}.br`), files.get(`${name}.gz`)]
    assets.set(name, { contentType, identity, ...(br && { br }), ...(gzip && { gzip }) })
  }
  return assets
}
