import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { docsBlocks } from './docs-blocks.ts'
import type { World } from './world.ts'

const run = promisify(execFile)

/** The blocks of the documentation, with a domain of the world in them, and a place and an environment to run them in. */
export async function startGuides(world: World, domain = world.tenant.domain) {
  const folder = await mkdtemp(join(tmpdir(), 'inlet-guides-'))
  const bin = join(process.execPath, '..')
  const env = {
    PATH: `${bin}:/usr/bin:/bin`,
    INLET_KEY: world.keys.write,
    INLET_SERVICE: world.tenant.serviceId,
    INLET_DOMAIN: domain.id,
  }
  const blocks = await docsBlocks(world)
  const shell = async (code: string) => (await run('bash', ['-c', code], { env, cwd: folder })).stdout
  return {
    /** @throws where no page has such a block */
    block(label: string): string {
      const code = blocks.get(label)
      if (code === undefined) throw new Error(`/docs has no block ${label}`)
      return code.replaceAll('YOUR_DOMAIN', domain.hostname)
    },
    shell,
    /** Runs commands that write one JSON value. */
    bash: async (code: string) => JSON.parse(await shell(code)),
    /** Runs a program beside files of the guides. */
    async node(files: Record<string, string>, program: string) {
      for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
      const given = ['--input-type=module', '--disable-warning=ExperimentalWarning', '--eval', program]
      return JSON.parse((await run(process.execPath, given, { env, cwd: folder })).stdout)
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  }
}
