import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runScript, type ScriptOutcome } from './run-script.ts'
import type { World } from './world.ts'

const modules = fileURLToPath(new URL('../../../../node_modules', import.meta.url))
const playwright = fileURLToPath(import.meta.resolve('@playwright/test/cli'))

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

/** Runs a sample as the one test of a reader's project with Playwright, on the pages of an application. */
export async function runWithPlaywright(sample: string, world: World, baseURL: string): Promise<ScriptOutcome> {
  const launchOptions = { executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] }
  await using project = await readersProject({
    'sign-up.spec.ts': sample,
    'playwright.config.ts': `export default ${JSON.stringify({ use: { baseURL, launchOptions } })}`,
  })
  const results = `--output=${join(project.folder, 'results')}`
  return await runScript([playwright, 'test', `--config=${project.folder}`, '--reporter=line', results], {
    settings: environmentOf(world),
  })
}
