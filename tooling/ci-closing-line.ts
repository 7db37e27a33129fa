import { readFileSync } from 'node:fs'
import { closingLine } from './closing-line.ts'

console.log(closingLine(readFileSync(process.argv[2] ?? '', 'utf8')))
