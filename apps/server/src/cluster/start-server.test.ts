import { spawn } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { waitFor } from '@inlet/testkit'
import { expect, test, vi } from 'vitest'
import { startServer, untilReady } from './start-server.ts'

test('a server whose process cannot be started is an error in one sentence and leaves no folder', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'inlet-start-server-'))
  const { execPath } = process
  vi.stubEnv('TMPDIR', folder)
  process.execPath = join(folder, 'nowhere')
  try {
    const starting = startServer({
      databaseUri: 'mongodb://127.0.0.1:1/',
      publicUrl: 'http://127.0.0.1:1',
      httpPort: 1,
      smtpPort: 1,
      metricsPort: null,
    })

    await expect(starting).rejects.toMatchObject({ name: 'ServerError', message: 'A server could not be started.' })
    expect(await readdir(folder)).toEqual([])
  } finally {
    process.execPath = execPath
    await rm(folder, { recursive: true, force: true })
  }
})

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

test('a server that writes a lot before it is ready is found ready, and all its output is in the log file', async () => {
  const script = "console.log('x'.repeat(20_000)); console.log('Inlet is ready.  REST'); console.log('more')"

  const log = await logOf(script, 'more')

  expect(log).toBe(`${'x'.repeat(20_000)}\nInlet is ready.  REST\nmore\n`)
})

test('a server that ends before it is ready is an error with the end of its output', async () => {
  const script = "console.error('x'.repeat(20_000)); console.error('No room.'); process.exitCode = 1"

  await expect(logOf(script, '')).rejects.toMatchObject({
    name: 'ServerError',
    message: expect.stringMatching(/x\nNo room\.$/),
  })
})
