import { existsSync, readFileSync } from 'node:fs'
import { closingLines, secondsLines } from './closing-lines.ts'
import { groups } from './run-groups.ts'

// Called with the folder of the reports, and the names of the groups that were left out.
const [folder = '', leftOut = ''] = process.argv.slice(2)
const fileSeconds = `${folder}/seconds.json`

if (existsSync(fileSeconds)) console.log(secondsLines(JSON.parse(readFileSync(fileSeconds, 'utf8'))))
for (const { name, title } of groups) {
  if (leftOut.split(',').includes(name)) console.log(`left out: ${title}: unchanged since it was last green`)
}
console.log(closingLines(readFileSync(`${folder}/tests.json`, 'utf8')))
