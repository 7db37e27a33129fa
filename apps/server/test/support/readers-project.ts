import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { World } from './world.ts'

const modules = fileURLToPath(new URL('../../../../node_modules', import.meta.url))

/** A project of a reader of the documentation, in which our packages are installed. */
export async function readersProject(files: Record<string, string>) {
  const folder = await mkdtemp(join(tmpdir(), 'inlet-project-'))
  await symlink(modules, join(folder, 'node_modules'))
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content)
  return { folder, [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) }
}

/** The environment from which the clients know where the world is. */
export const environmentOf = ({ baseUrl, keys, tenant }: World) => ({
  INLET_URL: baseUrl,
  INLET_KEY: keys.write,
  INLET_SERVICE: tenant.serviceId,
  INLET_DOMAIN: tenant.domain.id,
})
