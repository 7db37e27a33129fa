import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { waitFor } from '@inlet/testkit'
import { expect, test } from 'vitest'
import { untilReady } from './until-ready.ts'

/** Waits for a program in place of a server. @returns its log once it ends with this line */
async function logOf(script: string, lastLine: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'inlet-until-ready-'))
  const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'pipe'] })
  const logFile = join(folder, 'server.log')
  try {
    await untilReady(child, logFile)
    return await waitFor(async () => {
      const log = await readFile(logFile, 'utf8')
      return log.endsWith(`${lastLine}\n`) ? log : null
    })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

test('a server that has logged a lot before it is ready is ready all the same, and all of it is in the file', async () => {
  const script = "console.log('x'.repeat(20_000)); console.log('Inlet is ready.  REST'); console.log('more')"

  const log = await logOf(script, 'more')

  expect(log).toBe(`${'x'.repeat(20_000)}\nInlet is ready.  REST\nmore\n`)
})

test('one that ends instead is a fault that says why, in its last words', async () => {
  const script = "console.error('x'.repeat(20_000)); console.error('No room.'); process.exitCode = 1"

  await expect(logOf(script, '')).rejects.toMatchObject({
    name: 'ServerFault',
    message: expect.stringMatching(/x\nNo room\.$/),
  })
})
