import { html } from '@inlet/runtime'
import { codeBlock } from '../code-block.ts'
import type { Guide } from './guide.ts'

const environment = html`<p>It takes <code>INLET_KEY</code>, <code>INLET_SERVICE</code> and <code>INLET_DOMAIN</code> from the environment, as in the <a href="#quickstart">quickstart</a>.</p>`

const helper = (baseUrl: string) => `// inlet.ts
const base = process.env.INLET_URL ?? '${baseUrl}'
const headers = { 'X-API-Key': process.env.INLET_KEY ?? '', 'Content-Type': 'application/json' }

async function call(path: string, init: RequestInit = {}) {
  const response = await fetch(base + path, { headers, ...init })
  const { data, error } = await response.json()
  if (error) throw new Error(\`\${error.code}: \${error.message} (request \${error.requestId})\`)
  return data
}

/** A new address with a random name. */
export async function createAddress(): Promise<string> {
  const body = JSON.stringify({ domainId: process.env.INLET_DOMAIN })
  const { fullAddress } = await call(\`/services/\${process.env.INLET_SERVICE}/addresses\`, { method: 'POST', body })
  return fullAddress
}

/** The next code for an address; give the \`id\` of the last one as \`after\` to wait for a second. */
export async function waitForCode(address: string, after?: string): Promise<{ id: string; code: string }> {
  const query = new URLSearchParams({ hasOtp: 'true', waitSeconds: '30', ...(after ? { after } : {}) })
  const messages = await call(\`/inboxes/\${encodeURIComponent(address)}/messages?\${query}\`, {
    signal: AbortSignal.timeout(40_000), // longer than waitSeconds
  })
  if (messages.length === 0) throw new Error(\`no code for \${address} within 30 s\`)
  return { id: messages[0].id, code: messages[0].otpCode }
}`

const playwrightSpec = `// sign-up.spec.ts
import { expect, test } from '@playwright/test'
import { createAddress, waitForCode } from './inlet'

test('somebody signs up with the code of the mail', async ({ page }) => {
  test.setTimeout(60_000) // the default of 30 s is as long as the wait alone
  const address = await createAddress()

  await page.goto('/sign-up')
  await page.getByLabel('E-mail').fill(address)
  await page.getByRole('button', { name: 'Send code' }).click()
  const { code } = await waitForCode(address)
  await page.getByLabel('Code').fill(code)
  await page.getByRole('button', { name: 'Confirm' }).click()

  await expect(page.getByText('Welcome')).toBeVisible()
})`

const cypressConfig = `// cypress.config.ts
import { defineConfig } from 'cypress'
import { createAddress, waitForCode } from './inlet'

export default defineConfig({
  e2e: {
    setupNodeEvents(on) {
      on('task', { createAddress, waitForCode }) // a task has 60 s
    },
  },
})`

const cypressSpec = `// sign-up.cy.ts
it('signs up with the code of the mail', () => {
  cy.task<string>('createAddress').then((address) => {
    cy.visit('/sign-up')
    cy.contains('label', 'E-mail').find('input').type(address)
    cy.contains('button', 'Send code').click()
    cy.task<{ code: string }>('waitForCode', address).then(({ code }) => {
      cy.contains('label', 'Code').find('input').type(code)
    })
    cy.contains('button', 'Confirm').click()
    cy.contains('Welcome')
  })
})`

const conftest = (baseUrl: string) => `# conftest.py
import os

import pytest
import requests

BASE = os.environ.get("INLET_URL", "${baseUrl}")


class Inlet:
    def __init__(self):
        self.session = requests.Session()
        self.session.headers["X-API-Key"] = os.environ["INLET_KEY"]

    def call(self, method, path, timeout=10, **more):
        answer = self.session.request(method, BASE + path, timeout=timeout, **more)
        assert answer.ok, answer.text
        return answer.json()["data"]

    def create_address(self):
        path = f"/services/{os.environ['INLET_SERVICE']}/addresses"
        return self.call("POST", path, json={"domainId": os.environ["INLET_DOMAIN"]})["fullAddress"]

    def wait_for_code(self, address, after=None, seconds=30):
        query = {"hasOtp": "true", "waitSeconds": seconds, "after": after}
        # The time-out is longer than waitSeconds.
        messages = self.call("GET", f"/inboxes/{address}/messages", params=query, timeout=seconds + 10)
        assert messages, f"no code for {address} within {seconds} s"
        return messages[0]


@pytest.fixture(scope="session")
def inlet():
    return Inlet()`

const pytestTest = `# test_sign_up.py
def test_somebody_signs_up_with_the_code_of_the_mail(inlet, app):
    address = inlet.create_address()

    app.request_code(address)
    first = inlet.wait_for_code(address)
    app.request_code(address)
    second = inlet.wait_for_code(address, after=first["id"])

    assert app.confirm(address, second["otpCode"])`

const helperBlock = (baseUrl: string) => codeBlock('inlet.ts, for Playwright and Cypress', helper(baseUrl))

/** With Playwright. */
export const playwright: Guide = {
  anchor: 'playwright',
  title: 'Playwright',
  of: (baseUrl) => html`<p>This file needs nothing but Node, and serves <a href="#cypress">Cypress</a> as well.</p>
${environment}
${helperBlock(baseUrl)}
${codeBlock('A test with Playwright', playwrightSpec)}`,
}

/** With Cypress. */
export const cypress: Guide = {
  anchor: 'cypress',
  title: 'Cypress',
  of: () => html`<p>The calls are tasks, which run in Node: the key stays out of the browser. <code>inlet.ts</code> is that of <a href="#playwright">Playwright</a>.</p>
${codeBlock('The tasks in cypress.config.ts', cypressConfig)}
${codeBlock('A test with Cypress', cypressSpec)}`,
}

/** With pytest. */
export const pytest: Guide = {
  anchor: 'pytest',
  title: 'pytest',
  of: (
    baseUrl,
  ) => html`<p>With <code>pip install pytest requests</code>. <code>app</code> is a fixture of yours that drives your application.</p>
${environment}
${codeBlock('conftest.py', conftest(baseUrl))}
${codeBlock('A test with pytest', pytestTest)}`,
}
