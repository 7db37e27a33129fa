export { provideWebApps } from './build-web-app.ts'
export { readWebApp } from './read-web-app.ts'
export { WebBuildError } from './web-build-error.ts'
