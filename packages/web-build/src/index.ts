export { provideWebApps } from './build-web-app.ts'
export { readWebApp } from './read-web-app.ts'
export { WebBuildFault } from './web-build-fault.ts'
