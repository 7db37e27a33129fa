import { execFile, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { copyFile, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { isLeftOut } from '@inlet/testkit/left-out'
import { expect, inject, test } from 'vitest'
import { readyServer } from './image.ts'

const run = promisify(execFile)
const buildArchive = fileURLToPath(new URL('../../../../deploy/archive/build-archive.sh', import.meta.url))

/** It mounts file systems and installs a Debian into a folder. */
const canInstall = process.getuid?.() === 0 && existsSync('/usr/sbin/debootstrap')

/** A mongod on the PATH, since this Debian has neither pip nor, perhaps, the internet. Then a command in the new root, as its user. */
const inside = `
root="$1" mongod="$2"
shift 2
mount --make-rprivate /
mount -t proc -o nosuid,nodev,noexec proc "$root/proc"
touch "$root/usr/local/bin/mongod"
mount --bind -o ro "$mongod" "$root/usr/local/bin/mongod"
exec chroot --userspec=nobody:nogroup "$root" "$@"`

/** Debian 12 with no more than it needs itself, and the library that mongod needs. */
async function bareDebian(root: string): Promise<void> {
  const targets = ['indextargets', '--format', '$(REPO_URI)', 'Created-By: Packages', 'Component: main']
  const [mirror = ''] = (await run('apt-get', targets)).stdout.split('\n')
  await run('debootstrap', ['--variant=minbase', '--include=libcurl4', 'bookworm', root, mirror])
}

test.skipIf(isLeftOut('archive') || (!canInstall && !inject('isCi')))(
  'in a bare Debian the unpacked archive is a whole server, with its own Node, command line and pages',
  { timeout: 600_000 },
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'inlet-archive-'))
    await using _ = { [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) }
    const root = join(folder, 'root')
    const [{ stdout }] = await Promise.all([run(buildArchive, [folder]), bareDebian(root)])
    const archive = basename(stdout.trim())
    for (const name of [archive, `${archive}.sha256`]) await copyFile(join(folder, name), join(root, 'srv', name))
    const unpack = `cd /srv && sha256sum --check ${archive}.sha256 && tar --extract --file ${archive} && chown -R nobody: .`
    await run('chroot', [root, 'sh', '-c', unpack])
    const home = `/srv/${archive.replace(/\.tar\.gz$/, '')}`
    const settings = {
      PATH: '/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
      HOME: '/srv',
      HTTP_PORT: '0',
      SMTP_PORT: '0',
    }
    const inlet = (...args: string[]) => ['sh', '-c', `cd ${home} && exec ./inlet "$@"`, 'inlet', ...args]
    const namespaces = [
      '--mount',
      '--pid',
      '--fork',
      '--kill-child',
      'bash',
      '-euo',
      'pipefail',
      '-c',
      inside,
      'inside',
    ]

    await using server = await readyServer(
      spawn('unshare', [...namespaces, root, inject('mongodBinary'), ...inlet()], {
        env: settings,
        stdio: ['ignore', 'pipe', 'pipe'],
      }),
    )
    const pid = String(await server.pid())
    const beside = ['--target', pid, '--mount', '--pid', 'chroot', '--userspec=nobody:nogroup', root]
    const command = async (...args: string[]) =>
      (await run('nsenter', [...beside, ...inlet(...args)], { env: settings })).stdout
    const demo = JSON.parse(await readFile(join(root, home, '.inlet/demo.json'), 'utf8'))
    const headers = { 'x-api-key': demo.apiKeys.read }
    const sent = await command('send', '--to', 'code@demo.localhost', '--code', '482913')
    const listed = await fetch(`${demo.baseUrl}/inboxes/code@demo.localhost/messages`, { headers })
    const page = await fetch(`http://127.0.0.1:${server.httpPort}/dashboard/`).then((answer) => answer.text())

    expect(existsSync(join(root, 'usr/bin/node'))).toBe(false)
    expect(sent).toContain('Sent to code@demo.localhost')
    expect(await listed.json()).toMatchObject({ data: [{ otpCode: '482913' }] })
    expect(page).toContain('<script')
    expect(JSON.parse(await command('service', 'list', '--json'))).toMatchObject({ data: [{ id: demo.service.id }] })
    expect(await command('service', '--help')).toContain('Usage: ./inlet service COMMAND')
    expect(await server.end()).toBe(0)
  },
)
