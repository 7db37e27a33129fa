import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { childEnvironment } from '@inlet/runtime'
import { installPythonLibraries } from '@inlet/testkit'
import { isLeftOut } from '@inlet/testkit/left-out'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { test as anywhere, inject } from 'vitest'
import { z } from 'zod'

const deploy = fileURLToPath(new URL('../../../../deploy', import.meta.url))
const helmProgram = fileURLToPath(new URL('./helm.py', import.meta.url))
const isRecentPython = 'import sys; sys.exit(sys.version_info < (3, 11))'

/** Vitest's `test` for what pip provides: skipped on a machine without Python 3.11, except in CI, where it must be there. */
export const deployToolsTest = anywhere.skipIf(
  isLeftOut('deploy') || (spawnSync('python3', ['-c', isRecentPython]).status !== 0 && !inject('isCi')),
)

/** Each is installed by one file of tests alone, so that no two do it at a time. */
const installTools = (name: 'chart' | 'dockerfile') =>
  installPythonLibraries(`${name}-tools`, join(deploy, `check/${name}.txt`))

const charts = z.array(z.object({ errors: z.array(z.string()), manifests: z.record(z.string(), z.string()) }))

/** Lints and renders the chart with each of these values, as `helm lint --strict` and `helm template` do. */
export async function renderChart(values: object[]): Promise<z.infer<typeof charts>> {
  const folder = await installTools('chart')
  const env = childEnvironment({ PYTHONPATH: folder, PYTHONDONTWRITEBYTECODE: '1' })
  const child = spawn('python3', [helmProgram], { env, stdio: ['pipe', 'pipe', 'inherit'] })
  child.stdin.end(JSON.stringify({ chart: join(deploy, 'helm/inlet'), values }))
  const [answer, [code]] = await Promise.all([text(child.stdout), once(child, 'close')])
  if (code !== 0) throw new Error(`helm.py ended with ${code}`)
  return charts.parse(JSON.parse(answer))
}

const kubernetesObject = z.looseObject({ apiVersion: z.string(), kind: z.string() })

/**
 * What Kubernetes of that version refuses in an object, a field that it does not know among it, as `kubectl --validate=strict` does.
 * @returns null for a valid object; undefined for a kind that Kubernetes itself does not have
 */
export async function kubernetesErrors(version: string) {
  const folder = join(
    await installTools('chart'),
    `kubernetes_validate/kubernetes-json-schema/v${version}-local-strict`,
  )
  // Not strict: its schemas have keywords and formats of OpenAPI. Formats only narrow what the type has said already.
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  ajv.addSchema(JSON.parse(await readFile(join(folder, '_definitions.json'), 'utf8')))
  const compiled = new Map<string, Promise<ValidateFunction | undefined>>()
  const compile = async (name: string) => {
    const schema = await readFile(join(folder, name), 'utf8').catch(() => undefined)
    return schema === undefined ? undefined : ajv.compile(JSON.parse(schema))
  }
  return async (value: unknown): Promise<string | null | undefined> => {
    const { apiVersion, kind } = kubernetesObject.parse(value)
    // The first part of the group, as in networking.k8s.io/v1.
    const name = `${kind.toLowerCase()}-${apiVersion.replace(/^([^./]*)(?:\.[^/]*)?\//, '$1-')}.json`
    const compiling = compiled.get(name) ?? compile(name)
    compiled.set(name, compiling)
    const validate = await compiling
    if (validate === undefined) return
    return validate(value) ? null : ajv.errorsText(validate.errors)
  }
}

/** What hadolint says of a Dockerfile, a line for each finding. */
export async function lintDockerfile(dockerfile: string): Promise<string[]> {
  const child = spawn(join(await installTools('dockerfile'), 'bin/hadolint'), ['--no-color', '-'], {
    env: childEnvironment({}),
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  child.stdin.end(dockerfile)
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  const findings = `${stdout}${stderr}`.split('\n').filter(Boolean)
  return code === 0 || findings.length > 0 ? findings : [`hadolint ended with ${code}`]
}
