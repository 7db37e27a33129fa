import { execFile } from 'node:child_process'
import { mkdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { vi } from 'vitest'
import { findFreePort } from '../src/process/free-port.ts'

const proxySettings = [
  'https_proxy',
  'http_proxy',
  'HTTPS_PROXY',
  'HTTP_PROXY',
  'yarn_proxy',
  'yarn_https-proxy',
  'npm_config_proxy',
  'npm_config_https-proxy',
]

/** The only folder in the PATH. */
export type ClosedWorld = { binDir: string }

/**
 * Isolates a test: the PATH is one new folder inside `folder` with a shell and Python, pip uses only the folder `wheels`
 * (default: none), and MongoDB is downloaded from `mirror` (default: a closed port of loopback).
 */
export async function closeWorld(
  folder: string,
  open: { wheels?: string; mirror?: string } = {},
): Promise<ClosedWorld> {
  const binDir = join(folder, 'bin')
  await mkdir(binDir)
  const python = await promisify(execFile)('python3', ['-c', 'import sys; print(sys.executable)'])
  await symlink(python.stdout.trim(), join(binDir, 'python3'))
  await symlink('/bin/sh', join(binDir, 'sh'))

  vi.stubEnv('PATH', binDir)
  for (const name of [...proxySettings, 'PIP_INDEX_URL', 'PIP_EXTRA_INDEX_URL']) vi.stubEnv(name, undefined)
  vi.stubEnv('PIP_NO_INDEX', '1')
  vi.stubEnv('PIP_FIND_LINKS', open.wheels ?? binDir)
  vi.stubEnv('MONGOMS_USE_HTTP', '1')
  vi.stubEnv('MONGOMS_DOWNLOAD_MIRROR', open.mirror ?? `http://127.0.0.1:${await findFreePort()}`)
  return { binDir }
}
