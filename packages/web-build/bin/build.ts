import { basename } from 'node:path'
import { webAppNames } from '../src/app-folder.ts'
import { buildWebApp } from '../src/build-web-app.ts'
import { WebBuildError } from '../src/web-build-error.ts'

// Called by `npm run build` in the folder of a web app.
const folder = basename(process.cwd())
try {
  const app = webAppNames.find((name) => name === folder)
  if (app === undefined) throw new WebBuildError(`${folder} is no web app`)
  await buildWebApp(app)
  console.log(`Built apps/${app}/dist`)
} catch (error) {
  console.error(error instanceof WebBuildError ? error.message : error)
  process.exitCode = 1
}
