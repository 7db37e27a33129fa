import { mkdtemp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { waitFor, webhookReceiver } from '@inlet/testkit'
import { afterAll, beforeAll, expect } from 'vitest'
import { environmentOf } from '../support/readers-project.ts'
import { readmeBlock } from '../support/readme-block.ts'
import { sharedServer } from '../support/shared-server.ts'
import { startSignUpApp } from '../support/sign-up-app.ts'
import { startGuides } from '../support/start-guides.ts'
import { storeWebhook, webhookSecret } from '../support/stored-webhook.ts'
import { plainMail, startWorld, type World } from '../support/world.ts'
import { installPythonClient, pythonTest } from './python-client.ts'

const newWorld = sharedServer()

let client: Awaited<ReturnType<typeof installPythonClient>>
beforeAll(async () => {
  client = await installPythonClient()
})
afterAll(() => client?.[Symbol.asyncDispose]())

/** What an event of a new address and one of its mail are sent as. */
async function sentWebhooks(world: World) {
  await using receiver = await webhookReceiver([webhookSecret])
  const { serviceId } = world.tenant
  const events = ['address.created', 'message.received'] as const
  await storeWebhook(world.deps, { serviceId, url: receiver.url, events: [...events] })
  const { fullAddress } = await world.address('webhook')
  await world.send(plainMail({ text: 'Your verification code is 482913.' }), fullAddress)
  await waitFor(() => receiver.calls.length === events.length)
  return receiver.calls.map(({ headers, body }) => ({ headers, body }))
}

pythonTest('the installed Python client passes its tests against the server', async () => {
  await using world = await startWorld({ settings: { API_KEY_REQUESTS_PER_MINUTE: '100000' } })
  const { serviceId, domain, publicDomain } = world.tenant
  const facts = {
    base_url: world.baseUrl,
    smtp_port: world.smtpPort,
    service_id: serviceId,
    domain_id: domain.id,
    public_hostname: publicDomain.hostname,
    stranger_hostname: world.stranger.domain.hostname,
    webhook_secret: webhookSecret,
    webhook_calls: await sentWebhooks(world),
  }
  const worldFile = join(client.folder, 'world.json')
  await writeFile(worldFile, JSON.stringify(facts))

  const { code, output } = await client.run(['pytest', '-p', 'no:cacheprovider'], {
    INLET_TEST_WORLD: worldFile,
    INLET_KEY: world.keys.write,
  })

  expect(code, output).toBe(0)
  expect(output).toMatch(/\d+ passed/)
})

pythonTest('the examples of the guide to pytest sign up', async () => {
  const world = await newWorld()
  await using app = await startSignUpApp(world)
  const { serviceId, domain } = world.tenant
  const folder = await mkdtemp(join(client.folder, 'guide-'))
  await using guides = await startGuides(world)
  await writeFile(join(folder, 'test_sign_up.py'), guides.block('A test with pytest'))
  await writeFile(join(folder, 'test_sign_up_async.py'), guides.block('A test with pytest-asyncio'))
  await writeFile(join(folder, 'conftest.py'), driverOfApp(app.url))

  const { code, output } = await client.run(['pytest', '-p', 'no:cacheprovider', folder], {
    INLET_URL: world.baseUrl,
    INLET_KEY: world.keys.write,
    INLET_SERVICE: serviceId,
    INLET_DOMAIN: domain.id,
  })

  expect(code, output).toBe(0)
  expect(output).toMatch(/2 passed/)
})

pythonTest('the first test of the README signs up with pytest', async () => {
  const world = await newWorld()
  await using app = await startSignUpApp(world)
  const folder = await mkdtemp(join(client.folder, 'readme-'))
  await writeFile(join(folder, 'conftest.py'), driverOfApp(app.url))
  await writeFile(join(folder, 'test_sign_up.py'), `${functionsOfApp}\n${readmeBlock('inbox.wait_for_code()')}`)

  const { code, output } = await client.run(['pytest', '-p', 'no:cacheprovider', folder], environmentOf(world))

  expect(code, output).toBe(0)
  expect(output).toMatch(/1 passed/)
})

/** What the README's reader has of their own. */
const functionsOfApp = `
from conftest import App

send_code = App().request_code


def confirm(address, code):
    assert App().confirm(address, code)

`

/** The fixture `app` of the guide's reader. */
const driverOfApp = (url: string) => `
import urllib.parse, urllib.request
import pytest


class App:
    def post(self, path, **fields):
        data = urllib.parse.urlencode(fields).encode()
        with urllib.request.urlopen("${url}" + path, data) as answer:
            return answer.read().decode()

    def request_code(self, address):
        self.post("/code", address=address)

    def confirm(self, address, code):
        return "Welcome" in self.post("/confirm", address=address, code=code)


@pytest.fixture
def app():
    return App()
`

pythonTest('the Python client, and its tests by the types of the wheel, are what mypy and ruff take', async () => {
  // Two runs of mypy at a time break each other's cache.
  const noCaches = { MYPY_CACHE_DIR: '/dev/null', RUFF_NO_CACHE: 'true' }
  const runs = await Promise.all(
    [
      ['mypy', 'src'],
      ['mypy', 'tests'],
      ['ruff', 'check', '.'],
      ['ruff', 'format', '--check', '.'],
    ].map((args) => client.run(args, noCaches)),
  )

  for (const { code, output } of runs) expect(code, output).toBe(0)
})
