import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { childEnvironment } from '@inlet/runtime'
import { expect, test } from 'vitest'
import { sharedServer } from '../support/shared-server.ts'
import { startSignUpApp } from '../support/sign-up-app.ts'
import { startGuides } from '../support/start-guides.ts'

const newWorld = sharedServer()

const run = promisify(execFile)
const root = fileURLToPath(new URL('../../../../', import.meta.url))
/** Beside the Node of the tests the machine's own, which is older in CI. */
const nodes = [process.execPath, '/usr/bin/node'].filter((path) => existsSync(path))

const signUp = `async function signUp(inlet) {
  const inbox = await inlet.createInbox()
  const post = (path, fields) => fetch(process.env.APP_URL + path, { method: 'POST', body: new URLSearchParams(fields) })
  await post('/code', { address: inbox.address })
  const answer = await post('/confirm', { address: inbox.address, code: await inbox.waitForCode() })
  console.log(await answer.text())
}`
const programs = {
  'sign-up.mjs': `import { Inlet } from '@inlet/client'\n${signUp}\nawait signUp(new Inlet())`,
  'sign-up.cjs': `const { Inlet } = require('@inlet/client')\n${signUp}\nsignUp(new Inlet())`,
}

test('what the guides say makes packages that install, and sign up as ES modules and as CommonJS', async () => {
  const world = await newWorld()
  await using app = await startSignUpApp(world)
  await using guides = await startGuides(world)
  const home = await mkdtemp(join(tmpdir(), 'inlet-install-'))
  // What runners bring themselves is not fetched.
  const npm = { npm_config_offline: 'true', npm_config_legacy_peer_deps: 'true' }
  const env = childEnvironment({ HOME: home, ...npm })
  const [fetched, ...make] = guides.block('Make the packages').split('\n')

  await run('bash', ['-c', make.join('\n')], { cwd: root, env })
  const installed: Record<string, string[]> = {}
  for (const what of [
    'Install what tests with Playwright need',
    'Install what tests with Cypress need',
    'Install the client',
  ]) {
    const project = join(home, what)
    await mkdir(project)
    await writeFile(join(project, 'package.json'), '{}')
    await run('bash', ['-c', guides.block(what)], { cwd: project, env })
    const { devDependencies } = JSON.parse(await readFile(join(project, 'package.json'), 'utf8'))
    installed[what] = Object.keys(devDependencies)
  }
  const project = join(home, 'Install the client')
  for (const [name, text] of Object.entries(programs)) await writeFile(join(project, name), text)
  const settings = {
    APP_URL: app.url,
    INLET_URL: world.baseUrl,
    INLET_KEY: world.keys.write,
    INLET_SERVICE: world.tenant.serviceId,
    INLET_DOMAIN: world.tenant.domain.id,
  }
  const signUps = nodes.flatMap((node) => Object.keys(programs).map((name) => [node, join(project, name)] as const))
  const answers: string[] = []
  for (const [node, program] of signUps) {
    answers.push((await run(node, [program], { env: childEnvironment(settings) })).stdout.trim())
  }
  await rm(home, { recursive: true })

  expect(fetched).toBe('npm ci')
  expect(installed).toEqual({
    'Install what tests with Playwright need': ['@inlet/client', '@inlet/playwright'],
    'Install what tests with Cypress need': ['@inlet/client', '@inlet/cypress'],
    'Install the client': ['@inlet/client'],
  })
  expect(answers).toEqual(signUps.map(() => 'Welcome'))
})
