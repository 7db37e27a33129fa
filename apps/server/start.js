// Loaded by path, not from a package: it checks that the packages are installed.
const { launch } = await import(new URL('../../tooling/launch.js', import.meta.url).href)

// Loading the program takes a second or more, so this line comes first.
const hello = process.argv.length > 2 ? '' : 'Inlet is starting …'
await launch('apps/server/src/main.ts', 'npm start', hello)
