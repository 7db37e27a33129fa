import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { freshDatabase, waitFor } from '@inlet/testkit'
import { expect, inject, test, vi } from 'vitest'
import { z } from 'zod'
import { readDemo } from '../../src/demo/demo-file.ts'
import { runCliProcess } from '../support/cli-process.ts'
import { startLimitMs } from '../support/server-process.ts'
import { dataFolder, isAlive, mongodIn, startProgram } from '../support/start-program.ts'

// Two starts, and commands that are processes of their own.
vi.setConfig({ testTimeout: 3 * startLimitMs })

const settingsOf = (folder: string) => ({ INLET_DATA_DIR: folder, MONGOMS_SYSTEM_BINARY: inject('mongodBinary') })

/** The port that the embedded database of a data folder keeps. */
async function portIn(folder: string): Promise<number> {
  return z.object({ port: z.number() }).parse(JSON.parse(await readFile(join(folder, 'mongo', 'state.json'), 'utf8')))
    .port
}

/** Another program on that port. */
async function stranger(port: number): Promise<Server> {
  const server = createServer((socket) => socket.destroy())
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return server
}

test("beside a running server a command works on the server's own database, names its address in an invitation, and leaves it running", async () => {
  await using folder = await dataFolder()
  await using program = startProgram(folder.path)
  await waitFor(() => /Inlet is ready/.test(program.written()), startLimitMs)
  const demo = await waitFor(() => readDemo(folder.demoFile))
  const mongod = await waitFor(() => mongodIn(folder.path))

  const settings = settingsOf(folder.path)
  const listed = await runCliProcess(['service', 'list', '--json'], { settings })
  const invitation = [
    'user',
    'invite',
    '--email',
    'ada@people.example',
    '--service',
    demo.service.id,
    '--role',
    'viewer',
  ]
  const invited = await runCliProcess([...invitation, '--json'], { settings })

  expect(listed.json.data).toMatchObject([{ id: demo.service.id, name: 'Demo' }])
  expect(invited.json.data.link).toBe(demo.baseUrl.replace('/v1', '/dashboard/services'))
  expect(isAlive(mongod)).toBe(true)
  const response = await fetch(`${demo.baseUrl}/services/${demo.service.id}/addresses`, {
    headers: { 'x-api-key': demo.apiKeys.read },
  })
  expect(response.status).toBe(200)
  program.send('SIGTERM')
  expect(await program.ended).toBe(0)
})

test('without a server the database is started for the command, keeps what was made, and is stopped again', async () => {
  await using folder = await dataFolder()
  const settings = settingsOf(folder.path)

  const made = await runCliProcess(['service', 'create', '--name', 'Acme', '--json'], { settings })
  const afterFirst = await mongodIn(folder.path)
  const listed = await runCliProcess(['service', 'list', '--json'], { settings })

  expect(made).toMatchObject({ code: 0, stderr: '' })
  expect(listed.json.data).toEqual([made.json.data])
  expect(afterFirst).toBeNull()
  expect(await mongodIn(folder.path)).toBeNull()
})

test('messages about the start of the database are on the error output, and with --json nowhere', async () => {
  await using folder = await dataFolder()
  const settings = settingsOf(folder.path)
  await runCliProcess(['service', 'create', '--name', 'Acme'], { settings })
  await using first = await stranger(await portIn(folder.path))
  const outcome = await runCliProcess(['service', 'list'], { settings })
  await using second = await stranger(await portIn(folder.path))

  const silent = await runCliProcess(['service', 'list', '--json'], { settings })

  expect(first.listening && second.listening).toBe(true)
  expect(outcome).toMatchObject({ code: 0, stderr: expect.stringMatching(/is taken by another program/) })
  expect(silent).toMatchObject({ code: 0, stderr: '', json: { data: [{ name: 'Acme' }] } })
})

test('a server on an empty database given by MONGODB_URI says which commands to run, and does not once there is a service', async () => {
  await using database = freshDatabase()
  await using folder = await dataFolder()
  const settings = { MONGODB_URI: database.uri }

  await using first = startProgram(folder.path, settings)
  await waitFor(() => /--scope write/.test(first.written()), startLimitMs)
  first.send('SIGTERM')
  await first.ended
  await runCliProcess(['service', 'create', '--name', 'Acme'], { settings })
  await using second = startProgram(folder.path, settings)
  await waitFor(() => /Inlet is ready/.test(second.written()), startLimitMs)
  second.send('SIGTERM')
  await second.ended

  for (const command of ['service create', 'domain add', 'key create']) {
    expect(first.written()).toContain(`npm run inlet -- ${command}`)
    expect(second.written()).not.toContain(command)
  }
})
