import { defineConfig } from 'vite'

export default defineConfig({
  build: {
    // Every asset is a file of its own: the page's policy allows scripts and styles of the host only.
    assetsInlineLimit: 0,
    // There is one script, which the page names itself.
    modulePreload: false,
    reportCompressedSize: false,
  },
})
