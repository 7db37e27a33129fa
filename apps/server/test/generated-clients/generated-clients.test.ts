import { spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { installPythonLibraries } from '@inlet/testkit'
import { beforeAll, expect, inject, test } from 'vitest'
import { runScript } from '../support/run-script.ts'
import { sharedServer } from '../support/shared-server.ts'
import { plainMail } from '../support/world.ts'
import { makers } from './makers.ts'

const newWorld = sharedServer()

const inRoot = (path: string) => fileURLToPath(new URL(`../../../../${path}`, import.meta.url))

let libraries: string
beforeAll(async () => {
  libraries = await installPythonLibraries(
    'generated-clients',
    fileURLToPath(new URL('requirements.txt', import.meta.url)),
  )
})

const isInstalled = (program: string) => spawnSync('which', [program]).status === 0
/** Debian’s Go is too old for what is generated: it runs where the machine has another one. */
const isNeverInstalled = (program: string) => program === 'go'

for (const { name, needs, program, commands } of makers)
  test.skipIf(needs.some((each) => !isInstalled(each) && (isNeverInstalled(each) || !inject('isCi'))))(
    `the client that ${name} makes of the document compiles, and reads a message`,
    // The first run of Maven and of Go fetches and compiles all that they need.
    { timeout: 600_000 },
    async () => {
      const world = await newWorld()
      const { fullAddress } = await world.address('generated')
      await world.send(plainMail({ text: 'Your verification code is 482913.' }), fullAddress)
      const { body } = await world.call(`/v1/inboxes/${fullAddress}/messages`)
      const folder = await mkdtemp(join(tmpdir(), 'inlet-generated-'))
      await writeFile(join(folder, program.file), program.text)

      const { code, stdout, stderr } = await runScript([], {
        shell: `cd '${folder}' && set -e\n${commands}`,
        settings: {
          DOCUMENT: inRoot('docs/openapi.json'),
          LIBRARIES: libraries,
          MODULES: inRoot('node_modules'),
          TOOLS: inRoot('tooling/node_modules'),
          NODE: process.execPath,
          API: `${world.baseUrl}/v1`,
          KEY: world.keys.read,
          ADDRESS: fullAddress,
          MESSAGE: body.data[0].id,
        },
      })
      await rm(folder, { recursive: true })

      expect(code, stdout + stderr).toBe(0)
      expect(stdout).toBe('482913\n')
    },
  )
