import { fileURLToPath } from 'node:url'
import { pageTest } from '@inlet/testkit/chromium'
import { isLeftOut } from '@inlet/testkit/left-out'
import { expect, test } from 'vitest'
import { environmentOf, readersProject, runWithPlaywright } from '../support/readers-project.ts'
import { readmeBlock } from '../support/readme-block.ts'
import { runScript } from '../support/run-script.ts'
import { startLimitMs } from '../support/server-process.ts'
import { sharedServer } from '../support/shared-server.ts'
import { startSignUpApp } from '../support/sign-up-app.ts'
import { dataFolder, readyProgram } from '../support/start-program.ts'

const newWorld = sharedServer()

const vitest = fileURLToPath(new URL('../../../../node_modules/vitest/vitest.mjs', import.meta.url))

test('the four calls of the README read the code of a mail', { timeout: 2 * startLimitMs }, async () => {
  await using folder = await dataFolder()
  await using program = await readyProgram(folder.path)
  const [, url = ''] = /REST (\S+)\/v1/.exec(program.written()) ?? []
  const commands = readmeBlock('# 1. Create an address')
    .replace('.inlet/demo.json', folder.demoFile)
    .replace('http://127.0.0.1:8080', url)

  const { code, stdout, stderr } = await runScript([], { shell: commands, settings: { INLET_DATA_DIR: folder.path } })

  expect(code, stderr).toBe(0)
  expect(stdout).toContain('"fullAddress":"code@demo.localhost"')
  expect(stdout).toContain('"otpCode":"482913"')
  expect(stdout).toContain('"email":"demo@demo.localhost"')
})

pageTest('the first test of the README signs up with Playwright', async ({ skip }) => {
  skip(isLeftOut('clients'))
  const world = await newWorld()
  await using app = await startSignUpApp(world)

  const { code, stdout, stderr } = await runWithPlaywright(readmeBlock('@inlet/playwright'), world, app.url)

  expect(code, stdout + stderr).toBe(0)
  expect(stdout).toContain('1 passed')
})

test('the first test of the README signs up with Vitest', async () => {
  const world = await newWorld()
  await using app = await startSignUpApp(world)
  await using project = await readersProject({
    'sign-up.test.ts': `${readmeBlock('@inlet/client/vitest')}
      const post = (path, fields) => fetch('${app.url}' + path, { method: 'POST', body: new URLSearchParams(fields) })
      const sendCode = (address) => post('/code', { address })
      async function confirm(address, code) {
        const answer = await post('/confirm', { address, code })
        if ((await answer.text()) !== 'Welcome') throw new Error('not the code')
      }`,
  })

  const { code, stdout, stderr } = await runScript([vitest, 'run', `--root=${project.folder}`, '--testTimeout=60000'], {
    settings: environmentOf(world),
  })

  expect(code, stdout + stderr).toBe(0)
  expect(stdout).toMatch(/Tests .*1 passed/)
})
