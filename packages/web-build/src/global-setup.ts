import { provideWebApps } from './build-web-app.ts'

/** Vitest's global set-up: the web apps are built once for a run, and only where the bundle is missing or older than its sources. */
export const setup = (): Promise<void> => provideWebApps((line) => console.log(line))
