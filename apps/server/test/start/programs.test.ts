import { cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test, vi } from 'vitest'
import { runScript } from '../support/run-script.ts'
import { startLimitMs } from '../support/server-process.ts'
import { dataFolder } from '../support/start-program.ts'

const root = fileURLToPath(new URL('../../../../', import.meta.url))
vi.setConfig({ testTimeout: 2 * startLimitMs })

test.each([
  ['apps/server/start.js', 'npm start'],
  ['apps/server/inlet.js', 'npm run inlet'],
  ['packages/otp-corpus/bin/otp.js', 'npm run -s otp'],
])('%s says what is wrong with a checkout: no packages, or an old Node', async (entry, call) => {
  await using folder = await dataFolder()
  for (const file of [entry, 'tooling/launch.js', 'package.json']) {
    await mkdir(dirname(join(folder.path, file)), { recursive: true })
    await cp(join(root, file), join(folder.path, file))
  }
  const older = join(folder.path, 'older.mjs')
  await writeFile(
    older,
    "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.20.0' } })",
  )

  const bare = await runScript([join(folder.path, entry)])
  const old = await runScript(['--import', older, join(root, entry)])

  expect(bare).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('call "npm ci" first') })
  expect(old).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('Inlet needs Node 24') })
  for (const { stderr } of [bare, old]) {
    expect(stderr).toContain(`"${call}`)
    expect(stderr).not.toMatch(/\n {4}at /)
  }
})

const programs = [
  'inlet',
  'send',
  'cluster',
  'otp',
  'otp:compare',
  'otp:render',
  'otp:score',
  'bench',
  'fuzz',
  'contract:fuzz',
  'corpus',
  'release:keep',
  'start',
]

test.each(programs)('npm run %s prints its version, and how it is called', async (name) => {
  const { scripts, version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  const run = (option: string) => runScript([option], { shell: scripts[name] })

  expect(await run('--version')).toMatchObject({ code: 0, stdout: `inlet ${version}\n`, stderr: '' })
  expect(await run('--help')).toMatchObject({ code: 0, stdout: expect.stringContaining('Usage: npm '), stderr: '' })
})
