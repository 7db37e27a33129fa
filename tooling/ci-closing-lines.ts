import { readFileSync } from 'node:fs'
import { closingLines } from './closing-lines.ts'

console.log(closingLines(readFileSync(process.argv[2] ?? '', 'utf8')))
