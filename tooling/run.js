// Runs a program of the project for an npm script: node tooling/run.js PROGRAM [ARGUMENTS]
import { readFileSync } from 'node:fs'
import { launch } from './launch.js'

const [program = ''] = process.argv.splice(2, 1)
const { scripts } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
const [name] = Object.entries(scripts).find(([, command]) => command.endsWith(program)) ?? []
await launch(program, `npm run ${name}`)
