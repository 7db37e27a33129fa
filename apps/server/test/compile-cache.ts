import { fileURLToPath } from 'node:url'

/** For processes of ours with an environment of their own: what one of them has compiled, as `npm start` keeps it, halves the next one's start. */
export const compileCache = {
  NODE_COMPILE_CACHE: fileURLToPath(new URL('../../../node_modules/.cache/inlet-compiled', import.meta.url)),
}
