import { join } from 'node:path'
import { pageTest } from '@inlet/testkit/chromium'
import { isLeftOut } from '@inlet/testkit/left-out'
import { expect, test } from 'vitest'
import { environmentOf, readersProject, runWithPlaywright } from '../support/readers-project.ts'
import { runScript } from '../support/run-script.ts'
import { sharedServer } from '../support/shared-server.ts'
import { startSignUpApp } from '../support/sign-up-app.ts'
import { startGuides } from '../support/start-guides.ts'

const newWorld = sharedServer()

pageTest('the example of the guide to Playwright signs up', async ({ skip }) => {
  skip(isLeftOut('clients'))
  const world = await newWorld()
  await using app = await startSignUpApp(world)
  await using guides = await startGuides(world)

  const { code, stdout, stderr } = await runWithPlaywright(guides.block('A test with Playwright'), world, app.url)

  expect(code, stdout + stderr).toBe(0)
  expect(stdout).toContain('1 passed')
})

test('the example of the guide to the client reads two codes', async () => {
  const world = await newWorld()
  await using app = await startSignUpApp(world)
  await using guides = await startGuides(world)
  await using project = await readersProject({
    'signs-up.mjs': guides.block('A code and a second one with @inlet/client'),
    'run.mjs': `import { signsUp } from './signs-up.mjs'
      const post = (path, fields) => fetch('${app.url}' + path, { method: 'POST', body: new URLSearchParams(fields) })
      let to = ''
      const [first, second] = await signsUp({ requestCode: (address) => post('/code', { address: (to = address) }) })
      const replies = []
      for (const code of [first, second]) replies.push(await (await post('/confirm', { address: to, code })).text())
      console.log(JSON.stringify(replies))`,
  })

  const { stdout, stderr } = await runScript(
    ['--disable-warning=ExperimentalWarning', join(project.folder, 'run.mjs')],
    {
      settings: environmentOf(world),
    },
  )

  expect(stderr).toBe('')
  expect(JSON.parse(stdout)).toEqual(['This is not the code.', 'Welcome'])
})

test('the file for Cypress has tasks that create inboxes and read codes', async () => {
  const world = await newWorld()
  await using app = await startSignUpApp(world)
  await using guides = await startGuides(world)
  await using project = await readersProject({
    // What Cypress itself brings.
    'cypress.config.ts': guides
      .block('The tasks in cypress.config.ts')
      .replace("import { defineConfig } from 'cypress'", 'const defineConfig = (config: any) => config'),
    'run.mjs': `import config from './cypress.config.ts'
      let tasks = {}
      config.e2e.setupNodeEvents((event, given) => { if (event === 'task') tasks = given })
      console.log(JSON.stringify(Object.keys(tasks)))`,
  })

  const { stdout, stderr } = await runScript(
    ['--disable-warning=ExperimentalWarning', join(project.folder, 'run.mjs')],
    {
      settings: { ...environmentOf(world), APP_URL: app.url },
    },
  )

  expect(stderr).toBe('')
  expect(JSON.parse(stdout).length).toBeGreaterThan(3)
})
