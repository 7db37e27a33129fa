import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

export default defineConfig({
  // Below the path of PUBLIC_URL, which the build does not know: chunks name each other relative to themselves.
  base: './',
  plugins: [tailwindcss()],
  build: {
    // Every asset is a file of its own: the page's policy allows scripts and styles of the host only.
    assetsInlineLimit: 0,
    // A test reads from it what the first load takes.
    manifest: true,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
})
