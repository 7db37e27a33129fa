import { existsSync } from 'node:fs'
import { groups } from './run-groups.ts'
import { storeSeen, unchangedGroups } from './seen-groups.ts'

// For .ci/run. `left-out` prints the groups that a plain run leaves out, `packages NAMES` the packages of Debian that the others need and that
// are missing, and `store` is for the end of a green run.
const [command, names = ''] = process.argv.slice(2)

if (command === 'left-out') console.log(unchangedGroups().join(','))
else if (command === 'packages') {
  const needed = groups.filter(({ name }) => !names.split(',').includes(name))
  for (const [debian, program] of needed.flatMap(({ packages = {} }) => Object.entries(packages))) {
    if (!existsSync(program)) console.log(debian)
  }
} else if (command === 'store') storeSeen()
else throw new Error(`left-out, packages and store are the commands, ${command} is none`)
