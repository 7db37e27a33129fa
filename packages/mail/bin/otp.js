// The one file that an old Node can read, so that it can say what is wrong.
const major = Number(process.versions.node.split('.')[0])
if (major < 24) {
  console.error(`Inlet needs Node 24 and found ${process.version}: call "npm run -s otp -- …", which brings its own.`)
  process.exit(1)
}
await import('./otp.ts')
