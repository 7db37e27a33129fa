import { defineConfig, type Plugin } from 'vite'

/** Vite's own loads style sheets before a script, of which the page's later scripts have none, and is longer than some of these. */
const plainImports: Plugin = {
  name: 'plain-imports',
  enforce: 'pre',
  load: (id) => (id === '\0vite/preload-helper.js' ? 'export const __vitePreload = (load) => load()' : null),
}

export default defineConfig({
  plugins: [plainImports],
  build: {
    // Every asset is a file of its own: the page's policy allows scripts and styles of the host only.
    assetsInlineLimit: 0,
    // There is one script, which the page names itself.
    modulePreload: false,
    reportCompressedSize: false,
  },
})
