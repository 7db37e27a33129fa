import { readFileSync } from 'node:fs'
import { newThreads, type ThreadSource } from '@inlet/threads'
import { expect, test } from 'vitest'
import '../support/match-error.ts'
import { sharedServer } from '../support/shared-server.ts'
import { startProgram } from '../support/started-program.ts'
import { startWorld } from '../support/world.ts'

const newWorld = sharedServer()
const manifest = new URL('../../../../package.json', import.meta.url)
const packageVersion: unknown = JSON.parse(readFileSync(manifest, 'utf8')).version

test('/readyz answers without a credential, and ignores one that is sent', async () => {
  const world = await newWorld()

  for (const path of ['/livez', '/readyz']) {
    for (const key of [null, 'garbage', world.keys.read]) {
      const answer = await world.call(path, { key })
      expect(answer, path).toMatchObject({ status: 200, body: { status: 'ok' } })
    }
  }
})

/** A thread that starts when its gate is opened. */
const gated = new URL(
  `data:text/javascript,${encodeURIComponent(
    `import { parentPort, workerData } from 'node:worker_threads'
     Atomics.wait(workerData.gate, 0, 0)
     parentPort.on('message', () => {})
     parentPort.postMessage('ready')`,
  )}`,
)

test('/readyz answers 503 until the parsing threads have started', async () => {
  const gate = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  const threads: ThreadSource = {
    ...newThreads,
    open: (_script, options) => newThreads.open(gated, { ...options, workerData: { ...options.workerData, gate } }),
  }
  const listening = Promise.withResolvers<number>()
  const beforeReady = async ({ httpPort }: { httpPort: number }) => listening.resolve(httpPort)
  const starting = startProgram({ threads, beforeReady })
  const readyz = `http://127.0.0.1:${await listening.promise}/readyz`

  const early = await fetch(readyz)
  Atomics.store(gate, 0, 1)
  Atomics.notify(gate, 0)
  await using _program = await starting
  const late = await fetch(readyz)

  expect([early.status, late.status]).toEqual([503, 200])
})

test('/livez and the contract name the version of the program', async () => {
  const world = await newWorld()

  const livez = await world.call('/livez', { key: null })
  const document = await world.call('/v1/openapi.json', { key: null })

  expect(livez.body).toEqual({ status: 'ok', version: packageVersion })
  expect(document.body.info.version).toBe(packageVersion)
})

test('without its database a process answers 200 at /livez and 503 at /readyz', async () => {
  await using world = await startWorld({ settings: { INLET_ROLE: 'http' } })

  await world.deps.db.client.close()

  expect((await world.call('/livez', { key: null })).status).toBe(200)
  const answer = await world.call('/readyz', { key: null })
  expect(answer).toMatchError(503, 'SERVICE_UNAVAILABLE')
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
})

test('a process without the role http serves its probes and nothing else', async () => {
  await using owner = await startWorld()
  await using worker = await startWorld({ databaseUri: owner.databaseUri, settings: { INLET_ROLE: 'worker' } })

  expect((await worker.call('/readyz')).status).toBe(200)
  expect(await worker.call(`/v1/services/${owner.tenant.serviceId}/addresses`, { key: owner.keys.read })).toMatchError(
    404,
    'NOT_FOUND',
  )
})
