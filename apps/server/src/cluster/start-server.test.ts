import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { startServer } from './start-server.ts'

test('a server that cannot even be run is a fault in one sentence, and leaves no folder', async () => {
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

    await expect(starting).rejects.toMatchObject({ name: 'ServerFault', message: 'A server could not be started.' })
    expect(await readdir(folder)).toEqual([])
  } finally {
    process.execPath = execPath
    await rm(folder, { recursive: true, force: true })
  }
})
