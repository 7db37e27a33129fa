import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { text } from 'node:stream/consumers'

interface Part {
  name: string
  isGood: boolean
  seconds: string
  output: string
}

const prefix = 'check:'

async function runPart(name: string, command: string): Promise<Part> {
  const startedAt = performance.now()
  // One pipe for both streams, so that what a tool prints keeps its order.
  const child = spawn(`${command} 2>&1`, { shell: true, stdio: ['ignore', 'pipe', 'inherit'] })
  const closed = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  const [output, code] = await Promise.all([text(child.stdout), closed])
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  return { name, isGood: code === 0, seconds, output }
}

function print({ name, isGood, seconds, output }: Part): void {
  console.log(`${isGood ? 'ok  ' : 'FAIL'}  ${name} (${seconds} s)`)
  if (!isGood) console.log(`${output.trimEnd()}\n`)
}

// The scripts in package.json are the list of parts: each also runs alone, as `npm run check:knip`.
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'))
const parts = Object.entries<string>(scripts)
  .filter(([name]) => name.startsWith(prefix))
  .map(async ([name, command]) => {
    const part = await runPart(name.slice(prefix.length), command)
    print(part)
    return part
  })

const failed = (await Promise.all(parts)).filter(({ isGood }) => !isGood).map(({ name }) => name)
console.log(failed.length === 0 ? '\nEvery check passed' : `\nFailed: ${failed.join(', ')}`)
if (failed.length > 0) process.exitCode = 1
