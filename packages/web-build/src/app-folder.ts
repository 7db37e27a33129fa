import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder that holds `apps` and `packages`. */
export const projectFolder = fileURLToPath(new URL('../../../', import.meta.url))

/** The web apps, by the name of their folder in `apps`. */
export const webAppNames = ['inbox', 'dashboard'] as const
export type WebAppName = (typeof webAppNames)[number]

/** The folder of a web app. */
export const appFolder = (app: WebAppName) => join(projectFolder, 'apps', app)

/** The folder of its bundle. */
export const bundleFolder = (app: WebAppName) => join(appFolder(app), 'dist')

/** A file of the bundle: the digest of the sources from which it was built. */
export const sourcesFile = 'sources.sha256'
