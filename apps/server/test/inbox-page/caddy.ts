import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { request } from 'node:https'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { waitFor } from '@inlet/testkit'
import { isLeftOut } from '@inlet/testkit/left-out'
import { test as anywhere, inject } from 'vitest'
import { z } from 'zod'
import { programFolder, runProgram } from '../support/outside-program.ts'

const program = '/usr/bin/caddy'
const caddyfile = fileURLToPath(new URL('../../../../deploy/caddy/Caddyfile', import.meta.url))
const run = promisify(execFile)

/** Vitest's `test` for Caddy: skipped on a machine without it, except in CI, where it must be there. */
export const caddyTest = anywhere.skipIf(isLeftOut('caddy') || (!existsSync(program) && !inject('isCi')))

/**
 * Runs Debian's Caddy with the configuration of `deploy`, in front of a server on this port. Three things differ from operation: it listens
 * on a socket in a temporary folder, keeps its data there, and its certificates are signed by its internal CA.
 */
export async function startCaddy(upstreamPort: number) {
  const folder = await programFolder('caddy')
  const socketPath = join(folder, 'https.sock')
  const rootCertificate = join(folder, 'pki', 'authorities', 'local', 'root.crt')
  const env = {
    INLET_HOST: 'inlet.example',
    INLET_UPSTREAM: `127.0.0.1:${upstreamPort}`,
    HOME: folder,
    XDG_DATA_HOME: folder,
    XDG_CONFIG_HOME: folder,
  }
  const { stdout } = await run(program, ['adapt', '--config', caddyfile], { env })
  const file = join(folder, 'caddy.json')
  await writeFile(file, JSON.stringify(forTests(adapted.parse(JSON.parse(stdout)), { folder, socketPath })))

  return await runProgram({ program, args: ['run', '--config', file], folder, env }, async (_written, hasEnded) => {
    await waitFor(() => hasEnded() || (existsSync(socketPath) && existsSync(rootCertificate)), 20_000)
    const ca = await readFile(rootCertificate)
    return { get: (host: string, path = '/') => get({ socketPath, ca }, host, path) }
  })
}

/** What the tests change of the configuration; the rest stays as it is. */
const adapted = z.looseObject({
  apps: z.looseObject({
    http: z.looseObject({ servers: z.looseObject({ srv0: z.looseObject({}) }) }),
    tls: z.looseObject({ automation: z.looseObject({ policies: z.array(z.looseObject({})) }) }),
  }),
})

function forTests(
  { apps, ...rest }: z.infer<typeof adapted>,
  { folder, socketPath }: Record<'folder' | 'socketPath', string>,
) {
  const { http, tls } = apps
  const server = {
    ...http.servers.srv0,
    listen: [`unix/${socketPath}`],
    // They would need a port of their own.
    automatic_https: { disable_redirects: true },
  }
  const policies = tls.automation.policies.map((policy) => ({ ...policy, issuers: [{ module: 'internal' }] }))
  return {
    ...rest,
    admin: { disabled: true },
    storage: { module: 'file_system', root: folder },
    apps: {
      ...apps,
      http: { ...http, servers: { srv0: server } },
      tls: { ...tls, automation: { ...tls.automation, policies } },
      pki: { certificate_authorities: { local: { install_trust: false } } },
    },
  }
}

/** A GET over https; the certificate must be the CA's, for this host. @throws where there is none */
function get(to: { socketPath: string; ca: Buffer }, host: string, path: string) {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; text: string }>()
  const options = { ...to, servername: host, path, agent: false, headers: { host } }
  const call = request(options, (response) => {
    const chunks: Buffer[] = []
    response.on('data', (chunk: Buffer) => chunks.push(chunk))
    response.on('error', reject)
    response.on('end', () => resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() }))
  })
  call.on('error', reject)
  call.end()
  return promise
}
