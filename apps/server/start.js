import { launch } from '../../tooling/launch.js'

// Loading the program takes a second or more: whoever waits sees at once that something happens.
const hello = process.argv.length > 2 ? '' : 'Inlet is starting …'
await launch('apps/server/src/main.ts', 'npm start', hello)
