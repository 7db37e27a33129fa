// The one file that an old Node can read: it says what is wrong instead of failing on the first type annotation.
const major = Number(process.versions.node.split('.')[0])
if (major < 24) {
  console.error(`Inlet needs Node 24 and found ${process.version}: start it with "npm start", which brings its own.`)
  process.exit(1)
}
await import('./src/main.ts')
