import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { buildPackages } from '../support/built-packages.ts'
import { environmentOf } from '../support/readers-project.ts'
import { runScript } from '../support/run-script.ts'
import { sharedServer } from '../support/shared-server.ts'
import { startSignUpApp } from '../support/sign-up-app.ts'

const newWorld = sharedServer()

const inRoot = (path: string) => fileURLToPath(new URL(`../../../../${path}`, import.meta.url))
const tests = `
const inlet = new Inlet()
const sendCode = (address) =>
  fetch(process.env.APP_URL + '/code', { method: 'POST', body: new URLSearchParams({ address }) })

test('a code that comes', async () => {
  const inbox = await inlet.createInbox()
  const waiting = inbox.waitForCode()
  await sendCode(inbox.address)
  expect(await waiting).toMatch(/^[0-9]+$/)
}, 60_000)
test('a code that does not come', async () => {
  const inbox = await inlet.createInbox()
  await expect(inbox.waitForCode({ timeoutMs: 100 })).rejects.toThrow('Nothing has ever come.')
  await inbox.expectNoMessage({ timeoutMs: 100 })
  expect(Date.now()).toBe(1000)
}, 60_000)
`

test.each([
  {
    runner: 'Jest',
    file: 'waits.test.cjs',
    load: `jest.useFakeTimers({ now: 1000 })\nconst { Inlet } = require('@inlet/client')`,
    start: ['tooling/node_modules/jest/bin/jest.js', '--rootDir'],
  },
  {
    runner: 'Vitest',
    file: 'waits.test.mjs',
    load: `vi.useFakeTimers({ now: 1000 })\nconst { Inlet } = await import('@inlet/client')`,
    start: ['node_modules/vitest/vitest.mjs', 'run', '--globals', '--root'],
  },
])('under fake timers of $runner that are there before the client, waits end', async ({ file, load, start }) => {
  const world = await newWorld()
  await using app = await startSignUpApp(world)
  const folder = await mkdtemp(join(tmpdir(), 'inlet-fake-timers-'))
  await buildPackages(join(folder, 'node_modules'), ['client'])
  const jest = { testMatch: ['**/*.test.?js'], transform: {} }
  await writeFile(join(folder, 'package.json'), JSON.stringify({ jest }))
  await writeFile(join(folder, file), load + tests)
  const [program = '', ...args] = start

  const { code, stdout, stderr } = await runScript([inRoot(program), ...args, folder], {
    settings: { ...environmentOf(world), APP_URL: app.url },
  })
  await rm(folder, { recursive: true })

  expect(code, stdout + stderr).toBe(0)
  expect(stdout + stderr).toMatch(/Tests.*2 passed/)
})
