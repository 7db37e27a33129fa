import { mkdir, writeFile } from 'node:fs/promises'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'

const resultsFolder = 'bench-results'

/** Writes the results of a bench, with machine and time, to a new file. */
export async function writeResults(results: object): Promise<void> {
  const at = new Date().toISOString()
  const [processor] = cpus()
  const machine = {
    at,
    node: process.version,
    processors: cpus().length,
    model: processor?.model ?? '',
    memoryGb: Math.round(totalmem() / 1e9),
  }
  await mkdir(resultsFolder, { recursive: true })
  const file = join(resultsFolder, `${at.replaceAll(':', '-')}.json`)
  await writeFile(file, `${JSON.stringify({ ...machine, ...results }, null, 2)}\n`)
  console.log(`Written to ${file}`)
}
