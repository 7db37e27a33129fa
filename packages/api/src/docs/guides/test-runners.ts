import { html } from '@inlet/runtime'
import { codeBlock } from '../code-block.ts'
import type { Guide } from './guide.ts'

const environment = html`<p>It takes <code>INLET_URL</code>, <code>INLET_KEY</code>, <code>INLET_SERVICE</code> and <code>INLET_DOMAIN</code> from the environment.</p>`

const environmentBlock = (baseUrl: string) =>
  codeBlock(
    'The environment of tests',
    `export INLET_URL=${baseUrl.replace(/\/v1$/, '')}
export INLET_KEY=inlet_live_…      # an API key of scope write
export INLET_SERVICE=…             # the service's id
export INLET_DOMAIN=…              # the id of the domain for new addresses`,
  )

const playwrightSpec = `// sign-up.spec.ts
import { expect, test } from '@inlet/playwright'

test('somebody signs up with the code of the mail', async ({ page, inbox }) => {
  await page.goto('/sign-up')
  await page.getByLabel('E-mail').fill(inbox.address)
  await page.getByRole('button', { name: 'Send code' }).click()
  await page.getByLabel('Code').fill(await inbox.waitForCode())
  await page.getByRole('button', { name: 'Confirm' }).click()

  await expect(page.getByText('Welcome')).toBeVisible()
})`

const cypressConfig = `// cypress.config.ts
import { inletTasks } from '@inlet/cypress'
import { defineConfig } from 'cypress'

export default defineConfig({
  e2e: {
    setupNodeEvents(on) {
      on('task', inletTasks())
    },
  },
})`

const cypressSpec = `// sign-up.cy.ts, with import '@inlet/cypress/commands' in cypress/support/e2e.ts
it('signs up with the code of the mail', () => {
  cy.createInbox().then((address) => {
    cy.visit('/sign-up')
    cy.contains('label', 'E-mail').find('input').type(address)
    cy.contains('button', 'Send code').click()
    cy.waitForCode(address).then((code) => cy.contains('label', 'Code').find('input').type(code))
    cy.contains('button', 'Confirm').click()
    cy.contains('Welcome')
  })
})`

const pytestTest = `# test_sign_up.py
def test_somebody_signs_up_with_the_second_code(inbox, app):
    app.request_code(inbox.address)
    inbox.wait_for_code()
    app.request_code(inbox.address)

    assert app.confirm(inbox.address, inbox.wait_for_code())`

const anyRunner = `import { Inlet } from '@inlet/client'

const inlet = new Inlet() // one for a process

export async function signsUp(app) {
  const inbox = await inlet.createInbox() // one for a test

  await app.requestCode(inbox.address)
  const first = await inbox.waitForCode()
  await app.requestCode(inbox.address)
  const second = await inbox.waitForCode() // never the first one again

  return [first, second]
}`

const install = (...packages: string[]) =>
  `npm install --save-dev ${packages.map((each) => `~/inlet-packages/inlet-${each}-*.tgz`).join(' ')}`

/** Where clients and helpers come from. */
export const packages: Guide = {
  anchor: 'packages',
  title: 'Get the clients',
  of: () => html`<p>No registry has the clients and helpers below yet. They are made from the server’s sources, and so are of its version: once, in a copy of them, with the tag of the version that you run.</p>
${codeBlock(
  'Make the packages',
  `npm ci
npm run release:pack -- ~/inlet-packages`,
)}
<p>With <code>--python</code> it makes the wheel of <code>inlet-client</code> too, which takes Python 3.11 with pip. The guides to each runner say what to install.</p>`,
}

/** With Playwright. */
export const playwright: Guide = {
  anchor: 'playwright',
  title: 'Playwright',
  of: (
    baseUrl,
  ) => html`<p>The fixture <code>inbox</code> is a new address for each test; where a test fails, the mail that came is attached to its report.</p>
${codeBlock('Install what tests with Playwright need', install('client', 'playwright'))}
${environment}
${environmentBlock(baseUrl)}
${codeBlock('A test with Playwright', playwrightSpec)}`,
}

/** With Cypress. */
export const cypress: Guide = {
  anchor: 'cypress',
  title: 'Cypress',
  of: () => html`<p>The commands are tasks, which run in Node: the key stays out of the browser.</p>
${codeBlock('Install what tests with Cypress need', install('client', 'cypress'))}
${environment}
${codeBlock('The tasks in cypress.config.ts', cypressConfig)}
${codeBlock('A test with Cypress', cypressSpec)}`,
}

/** With Vitest, Jest or any other runner. */
export const client: Guide = {
  anchor: 'client',
  title: 'Vitest, Jest and others',
  of: () => html`<p><code>@inlet/client</code> waits for codes, links and messages, pages through lists, and says in a time-out what came instead. For Vitest and Jest, <code>@inlet/client/vitest</code> and <code>@inlet/client/jest</code> have a <code>test</code> with the fixture <code>inbox</code>.</p>
${codeBlock('Install the client', install('client'))}
${environment}
${codeBlock('A code and a second one with @inlet/client', anyRunner)}`,
}

/** With pytest. */
export const pytest: Guide = {
  anchor: 'pytest',
  title: 'pytest',
  of: () => html`<p>With the wheel of <code>inlet-client</code> (<code>pip install ~/inlet-packages/inlet_client-*.whl</code>) a plugin gives each test the fixture <code>inbox</code>, a new address, and reports the mails that came where a test fails. <code>app</code> is a fixture of yours that drives your application.</p>
${environment}
${codeBlock('A test with pytest', pytestTest)}`,
}
