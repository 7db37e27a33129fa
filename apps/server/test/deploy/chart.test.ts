import { expect } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { z } from 'zod'
import { deployFile } from '../support/deploy-files.ts'
import { kubernetesErrors, renderChart, deployToolsTest as test } from './deploy-tools.ts'

/** The oldest that the chart takes, and the newest whose schemas are at hand. */
const kubernetesVersions = ['1.27.0', '1.37.0']

const readValues = async (name: string) => z.looseObject({}).parse(parse(await deployFile(`check/values/${name}.yaml`)))
const named = z.looseObject({ kind: z.string(), metadata: z.looseObject({ name: z.string() }) })
const objectsOf = (manifests: Record<string, string>) =>
  Object.entries(manifests)
    .filter(([path]) => path.endsWith('.yaml'))
    .flatMap(([, text]) => parseAllDocuments(text).map((document) => document.toJS()))
    .filter((object) => object !== null)
    .map((object) => named.parse(object))

test.each([
  ['default', []],
  ['everything', ['ServiceMonitor']],
])('Helm takes the chart with the values %s, and Kubernetes all that it makes', async (name, kindsOfOthers) => {
  const [rendered] = await renderChart([await readValues(name)])

  const objects = objectsOf(rendered?.manifests ?? {})

  expect(rendered?.errors).toEqual([])
  expect(objects.length).toBeGreaterThan(10)
  for (const version of kubernetesVersions) {
    const errorsOf = await kubernetesErrors(version)
    const findings = await Promise.all(objects.map(async (object) => ({ object, errors: await errorsOf(object) })))
    // Those of an operator have a schema of its own, by which deploy/check/check.sh validates them.
    const unknown = findings.filter(({ errors }) => errors === undefined).map(({ object }) => object.kind)
    expect(unknown, version).toEqual(kindsOfOthers)
    expect(
      findings
        .filter(({ errors }) => typeof errors === 'string')
        .map(({ object, errors }) => `${object.kind}: ${errors}`),
      version,
    ).toEqual([])
  }
})

test('a field that Kubernetes does not know is found in what the chart makes', async () => {
  const [rendered] = await renderChart([{ nodeSelector: { disk: 'ssd' } }])
  const deployment = objectsOf(rendered?.manifests ?? {}).find(({ kind }) => kind === 'Deployment')

  const errorsOf = await kubernetesErrors('1.37.0')

  expect(await errorsOf(deployment)).toBeNull()
  expect(
    await errorsOf({ ...deployment, spec: { ...z.looseObject({}).parse(deployment?.spec), replica: 2 } }),
  ).toContain('must NOT have additional properties')
})

test('Helm refuses values that are misspelt, of a wrong form or missing', async () => {
  const wrong = {
    'a name that no value has': { replicaCount: 2 },
    'a URL without a scheme': { publicUrl: 'inlet.example.com' },
    'a policy that Kubernetes does not have': { smtp: { service: { externalTrafficPolicy: 'local' } } },
    'no secret': { existingSecret: '' },
    'a setting in lower case': { settings: { logLevel: 'debug' } },
    'a monitor without metrics': { metrics: { enabled: false }, serviceMonitor: { enabled: true } },
  }

  const rendered = await renderChart(Object.values(wrong))

  expect(Object.keys(wrong).filter((_, index) => rendered[index]?.errors.length === 0)).toEqual([])
})
