import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { pageTest } from '@inlet/testkit/chromium'
import { expect } from 'vitest'
import { runScript } from '../support/run-script.ts'
import { sharedServer } from '../support/shared-server.ts'

const newWorld = sharedServer()

const runner = fileURLToPath(import.meta.resolve('@playwright/test/cli'))
const config = fileURLToPath(new URL('playwright/playwright.config.ts', import.meta.url))

interface Result {
  status: string
  error?: { message: string }
  attachments: { name: string; contentType: string; body?: string }[]
}

pageTest('Playwright gives each test an inbox, and attaches its mail where the test fails', async () => {
  const world = await newWorld()
  const output = await mkdtemp(join(tmpdir(), 'inlet-playwright-'))

  const { code, stdout, stderr } = await runScript(
    [runner, 'test', `--config=${config}`, '--reporter=json', `--output=${output}`],
    {
      settings: {
        INLET_URL: world.baseUrl,
        INLET_KEY: world.keys.write,
        INLET_SERVICE: world.tenant.serviceId,
        INLET_DOMAIN: world.tenant.domain.id,
        INLET_SMTP_PORT: String(world.smtpPort),
      },
    },
  )
  await rm(output, { recursive: true, force: true })

  expect(code, stderr).toBe(1)
  const [passed, failed] = resultsIn(stdout)
  expect(passed, stdout).toMatchObject({ status: 'passed', attachments: [] })
  expect(failed).toMatchObject({ status: 'failed' })
  expect(failed?.error?.message).toContain(
    '1 mail came, none from acme.com, with a code: "Welcome" from hello@shop.example.',
  )
  // Behind ours there may be some of Playwright's own.
  const [list, source] = failed?.attachments ?? []
  expect([list, source]).toMatchObject([
    { name: expect.stringMatching(/^[^ ]+: 1 mail$/), contentType: 'text/plain' },
    { name: 'Welcome.eml', contentType: 'message/rfc822' },
  ])
  expect(Buffer.from(source?.body ?? '', 'base64').toString()).toContain('Good morning.')
})

/** The results of the tests in Playwright's report, in their order. */
function resultsIn(report: string): Result[] {
  const { suites }: { suites: { specs: { tests: { results: Result[] }[] }[] }[] } = JSON.parse(report)
  return suites.flatMap(({ specs }) => specs.flatMap(({ tests }) => tests.flatMap(({ results }) => results)))
}
