import { readdir, readFile } from 'node:fs/promises'
import { projectVersion, readConfig } from '@inlet/runtime'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { deployFile } from '../support/deploy-files.ts'

const project = new URL('../../../../', import.meta.url)
const settings = new Set(
  (await readFile(new URL('docs/CONFIG.md', project), 'utf8'))
    .split('\n')
    .flatMap((line) => /^\| `([A-Z_]+)` \|/.exec(line)?.[1] ?? []),
)
/** What is in the environment and no setting of ours. */
const ofNode = new Set(['NODE_ENV', 'NODE_COMPILE_CACHE', 'PATH'])
const isForeign = (name: string) => !settings.has(name) && !ofNode.has(name) && !name.startsWith('MALLOC_')

const composeFile = z.object({
  services: z.record(
    z.string(),
    z.object({
      image: z.string(),
      environment: z.record(z.string(), z.string()).default({}),
      ports: z.array(z.string()).default([]),
      read_only: z.boolean().default(false),
      cap_drop: z.array(z.string()).default([]),
      networks: z.unknown(),
    }),
  ),
  networks: z.object({ web: z.unknown(), database: z.object({ internal: z.literal(true) }) }),
})

/** The values that an operator gives, in place of `${NAME:?…}`; a default in place of `${NAME:-…}`. */
const filledIn = (text: string) =>
  text.replaceAll(/\$\{(\w+):([?-])([^}]*)\}/g, (...found: string[]) => {
    const [, name = '', kind, rest = ''] = found
    return kind === '-' ? rest : `${name.toLowerCase().replaceAll('_', '-')}.example.com`
  })
const readCompose = async (folder: string) =>
  composeFile.parse(parse(filledIn(await deployFile(`compose/${folder}/compose.yaml`)), { merge: true }))

test.each(['one-machine', 'three-members'])(
  'the servers of %s start with its settings, and confined',
  async (folder) => {
    const { services } = await readCompose(folder)

    const servers = Object.entries(services).filter(([, { image }]) => image.startsWith('inlet:'))

    expect(servers).not.toEqual([])
    for (const [name, { environment, read_only, cap_drop }] of servers) {
      expect(Object.keys(environment).filter(isForeign), name).toEqual([])
      expect(() => readConfig(environment), name).not.toThrow()
      expect({ read_only, cap_drop }, name).toEqual({ read_only: true, cap_drop: ['ALL'] })
    }
  },
)

test.each(['one-machine', 'three-members'])('of %s only mail and Caddy can be reached from outside', async (folder) => {
  const { services } = await readCompose(folder)

  const published = Object.values(services).flatMap(({ ports }) => ports)

  expect(published.toSorted()).toEqual(['25:2525', '443:443', '443:443/udp', '80:80'])
  for (const { image, networks } of Object.values(services))
    if (image.startsWith('mongo:')) expect(networks).toEqual(['database'])
})

test('the image, the units and the chart set no name that is not a setting', async () => {
  const templates = await readdir(new URL('deploy/helm/inlet/templates/', project))
  const paths = [
    'docker/Dockerfile',
    'systemd/inlet@.service',
    ...['inlet', 'smtp', 'worker'].map((name) => `systemd/${name}.env.example`),
    ...templates.map((name) => `helm/inlet/templates/${name}`),
  ]
  const texts = await Promise.all(paths.map(deployFile))

  // As NAME=value in images, units and their files; as `NAME: value` and `name: NAME` in the chart.
  const lines = texts.flatMap((text) => text.split('\n')).filter((line) => !/^\s*#/.test(line))
  const named = lines.flatMap((line) =>
    [...line.matchAll(/(?:^|[\s=])([A-Z][A-Z_]+)=|^ +([A-Z][A-Z_]+): |name: ([A-Z][A-Z_]+)$/g)].map(
      ([, ...names]) => names.find((name) => name !== undefined) ?? '',
    ),
  )

  expect(named.length).toBeGreaterThan(20)
  expect([...new Set(named)].filter(isForeign)).toEqual([])
})

test('the chart and the changelog name the version of package.json', async () => {
  const chart = z
    .object({ version: z.string(), appVersion: z.string() })
    .parse(parse(await deployFile('helm/inlet/Chart.yaml')))
  const changelog = await readFile(new URL('CHANGELOG.md', project), 'utf8')

  expect(chart).toEqual({ version: projectVersion, appVersion: projectVersion })
  expect(changelog).toContain(`\n## [${projectVersion}]`)
})
