import { basename } from 'node:path'
import { buildWebApp } from '../src/build-web-app.ts'
import { WebBuildFault } from '../src/web-build-fault.ts'

// Called by `npm run build` in the folder of a web app.
const app = basename(process.cwd())
try {
  if (app !== 'inbox') throw new WebBuildFault(`${app} is no web app`)
  await buildWebApp(app)
  console.log(`Built apps/${app}/dist`)
} catch (error) {
  console.error(error instanceof WebBuildFault ? error.message : error)
  process.exitCode = 1
}
