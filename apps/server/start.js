// Of the checkout, not of a package: it looks at what the packages need.
const { launch } = await import(new URL('../../tooling/launch.js', import.meta.url).href)

// Loading the program takes a second or more: whoever waits sees at once that something happens.
const hello = process.argv.length > 2 ? '' : 'Inlet is starting …'
await launch('apps/server/src/main.ts', 'npm start', hello)
