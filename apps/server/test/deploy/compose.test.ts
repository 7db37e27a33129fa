import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { DCLinter } from 'dclint'
import { expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { deployFile } from '../support/deploy-files.ts'

/** The order of keys is that of reading. */
const orders = [
  'service-keys',
  'services-alphabetical',
  'service-ports-alphabetical',
  'service-dependencies-alphabetical',
]
/** A file that an operator builds from names the image that it makes; mail and pages are for the whole internet. */
const meant = ['no-build-and-image', 'no-unbound-port-interfaces']
const off = [...[...orders, 'top-level-properties'].map((name) => `${name}-order`), ...meant]
const rules: Record<string, 0 | [1, object]> = {
  ...Object.fromEntries(off.map((rule) => [rule, 0 as const])),
  'require-quotes-in-ports': [1, { quoteType: 'double' }],
}

/** The linter's own types do not resolve. */
const findings = z.array(z.object({ messages: z.array(z.object({ rule: z.string(), message: z.string() })) }))

/** What the schema of the Compose Specification and the linter's rules say of a file. */
const findingsOf = (path: string) =>
  findings
    .parse(new DCLinter({ rules, quiet: true, debug: false, exclude: [] }).lintFiles([path], false))
    .flatMap(({ messages }) => messages.map(({ rule, message }) => `${rule}: ${message}`))

test.each(['one-machine', 'three-members'])('%s is a compose file by the specification', (folder) => {
  const path = fileURLToPath(new URL(`../../../../deploy/compose/${folder}/compose.yaml`, import.meta.url))

  expect(findingsOf(path)).toEqual([])
})

const files = z.object({
  services: z.record(
    z.string(),
    z.object({
      image: z.string(),
      build: z.unknown().optional(),
      command: z.array(z.string()).default([]),
      environment: z.record(z.string(), z.string()).default({}),
    }),
  ),
})

test.each(['one-machine', 'three-members'])(
  '%s names each image of others by its patch, and no mongod is open',
  async (folder) => {
    const text = await deployFile(`compose/${folder}/compose.yaml`)
    const services = Object.values(files.parse(parse(text, { merge: true })).services)
    const others = services.filter(({ build }) => build === undefined)
    const members = services.filter(({ command }) => command[0] === 'mongod')
    const uris = services.flatMap(({ environment: { MONGODB_URI } }) => MONGODB_URI ?? [])

    for (const { image } of others) expect(image).toMatch(/^[a-z]+:\d+\.\d+\.\d+$/)
    expect(others.length).toBe(members.length + 1)
    for (const { command } of members) expect(command).toContain('--keyFile')
    expect(uris.length).toBeGreaterThan(0)
    for (const uri of uris) expect(uri).toMatch(/^mongodb:\/\/inlet:\$\{MONGO_PASSWORD:\?/)
  },
)

test('a key that the specification does not have is found', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'inlet-compose-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const path = join(folder, 'compose.yaml')
  const file = await deployFile('compose/three-members/compose.yaml')
  await writeFile(path, file.replace('read_only: true', 'readonly: true'))

  const found = findingsOf(path)

  expect(found.join()).toContain('must NOT have additional properties')
})
