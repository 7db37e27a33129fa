import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { isLeftOut } from '@inlet/testkit/left-out'
import { test as anywhere, expect, inject } from 'vitest'

const program = '/usr/bin/systemd-analyze'
const units = fileURLToPath(new URL('../../../../deploy/systemd', import.meta.url))
const run = promisify(execFile)
const roles = ['http', 'smtp', 'worker', 'all']
/** In tenths of systemd's scale from 0 (confined) to 10: the network and V8's machine code are what is left. */
const exposureMax = 20

/** Skipped on a machine without systemd, except in CI, where it must be there. */
const test = anywhere.skipIf(isLeftOut('deploy') || (!existsSync(program) && !inject('isCi')))

/** The units as they are installed, with a Node that this machine has. */
async function installed() {
  const folder = await mkdtemp(join(tmpdir(), 'inlet-units-'))
  await mkdir(join(folder, 'units'))
  await cp(units, join(folder, 'units'), { recursive: true })
  const unit = join(folder, 'units', 'inlet@.service')
  const text = await readFile(unit, 'utf8')
  await writeFile(unit, text.replace('/opt/inlet/node_modules/.bin/node', process.execPath))
  const analyze = (...args: string[]) =>
    run(program, args, { env: { SYSTEMD_UNIT_PATH: `${join(folder, 'units')}:`, SYSTEMD_COLORS: '0' } })
  return {
    analyze,
    unitOf: (role: string) => join(folder, 'units', `inlet@${role}.service`),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  }
}

test('systemd finds no error in the units', async () => {
  await using systemd = await installed()

  const { stdout, stderr } = await systemd.analyze('verify', ...roles.map(systemd.unitOf))

  expect(stdout + stderr).not.toContain('inlet')
})

test.each(roles)('a process of the role %s is confined', async (role) => {
  await using systemd = await installed()

  const security = systemd.analyze('security', '--offline=yes', `--threshold=${exposureMax}`, systemd.unitOf(role))

  await expect(security).resolves.toMatchObject({ stdout: expect.stringContaining('OK') })
})

test('the only right that any unit names is to listen on a low port', async () => {
  const files = ['inlet@.service', 'inlet@smtp.service.d/port-25.conf']
  const texts = await Promise.all(files.map((file) => readFile(join(units, file), 'utf8')))

  const rights = texts.map((text) => [...text.matchAll(/^(?:Capability|Ambient)\w+=(.*)$/gm)].map(([, value]) => value))

  expect(rights).toEqual([
    ['', ''],
    ['CAP_NET_BIND_SERVICE', 'CAP_NET_BIND_SERVICE'],
  ])
})
