// Of the checkout, not of a package: it looks at what the packages need.
const { launch } = await import(new URL('../../../tooling/launch.js', import.meta.url).href)

await launch('packages/otp-corpus/bin/otp.ts', 'npm run -s otp -- …')
