import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { buildPackages } from '../support/built-packages.ts'
import { runScript } from '../support/run-script.ts'
import { sharedServer } from '../support/shared-server.ts'
import { startSignUpApp } from '../support/sign-up-app.ts'

const newWorld = sharedServer()

const runner = fileURLToPath(new URL('../../../../tooling/node_modules/jest/bin/jest.js', import.meta.url))

/** The same tests in both of Node's formats; the last one waits for a mail that nobody sends. */
const testsOf = (imports: string) => `${imports}
const post = (path, fields) => fetch(process.env.APP_URL + path, { method: 'POST', body: new URLSearchParams(fields) })
const addresses = new Set()

for (const name of ['somebody signs up', 'somebody else signs up']) test(name, async ({ inbox, inlet }) => {
  addresses.add(inbox.address)
  await post('/code', { address: inbox.address })
  const answer = await post('/confirm', { address: inbox.address, code: await inlet.waitForCode(inbox.address) })
  expect(await answer.text()).toBe('Welcome')
}, 60_000)
test.skip('not run', () => { throw new Error('it ran') })
test.failing('no two tests have one inbox', () => { expect(addresses.size).toBe(1) })
test('nobody writes', async ({ inbox }) => { await inbox.waitForCode({ timeoutMs: 100 }) }, 60_000)
`

const formats = {
  'sign-up.test.cjs': testsOf(`const { test } = require('@inlet/client/jest')`),
  'sign-up.test.mjs': testsOf(`import { test } from '@inlet/client/jest'`),
}

test('Jest gives each test an inbox, from the package as it is published, in CommonJS and in ESM', async () => {
  const world = await newWorld()
  await using app = await startSignUpApp(world)
  const folder = await mkdtemp(join(tmpdir(), 'inlet-jest-'))
  await buildPackages(join(folder, 'node_modules'), ['client'])
  await writeFile(join(folder, 'package.json'), '{ "jest": { "testMatch": ["**/*.test.?js"], "transform": {} } }')
  for (const [name, text] of Object.entries(formats)) await writeFile(join(folder, name), text)

  const { stdout, stderr } = await runScript(
    ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning', runner, `--rootDir=${folder}`, '--json'],
    {
      settings: {
        APP_URL: app.url,
        INLET_URL: world.baseUrl,
        INLET_KEY: world.keys.write,
        INLET_SERVICE: world.tenant.serviceId,
        INLET_DOMAIN: world.tenant.domain.id,
      },
    },
  )
  await rm(folder, { recursive: true })

  const { testResults }: Report = JSON.parse(stdout)
  expect(testResults, stderr).toHaveLength(2)
  for (const { assertionResults } of testResults) {
    expect(assertionResults, stderr).toMatchObject([
      { title: 'somebody signs up', status: 'passed' },
      { title: 'somebody else signs up', status: 'passed' },
      { title: 'not run', status: 'pending' },
      { title: 'no two tests have one inbox', status: 'passed' },
      {
        title: 'nobody writes',
        status: 'failed',
        failureMessages: [expect.stringContaining('Nothing has ever come.')],
      },
    ])
  }
})

interface Report {
  testResults: { assertionResults: { title: string; status: string; failureMessages: string[] }[] }[]
}
