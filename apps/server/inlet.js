// Loaded by path, not from a package: it checks that the packages are installed.
const { launch } = await import(new URL('../../tooling/launch.js', import.meta.url).href)

await launch('apps/server/src/cli/main.ts', 'npm run inlet -- …')
