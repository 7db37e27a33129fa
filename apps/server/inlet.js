import { launch } from '../../tooling/launch.js'

await launch('apps/server/src/cli/main.ts', 'npm run inlet -- …')
