import { fileURLToPath } from 'node:url'

/** For processes of ours with an environment of their own: what one has compiled need not be compiled by the next, as with `npm start`. */
export const compileCache = {
  NODE_COMPILE_CACHE: fileURLToPath(new URL('../../../../node_modules/.cache/inlet-compiled', import.meta.url)),
}
