import { existsSync } from 'node:fs'
import { cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { waitFor } from '@inlet/testkit'
import { isLeftOut } from '@inlet/testkit/left-out'
import { test as anywhere, inject } from 'vitest'
import { z } from 'zod'
import { programFolder, runProgram } from '../support/outside-program.ts'

const program = '/usr/bin/prometheus'
const deployed = fileURLToPath(new URL('../../../../deploy/prometheus/', import.meta.url))
/** An evaluation of all rules and a scrape take milliseconds. */
const intervalMs = 500

/** Vitest's `test` for Prometheus: skipped on a machine without it, except in CI, where it must be there. */
export const prometheusTest = anywhere.skipIf(isLeftOut('prometheus') || (!existsSync(program) && !inject('isCi')))

const answered = <T extends z.ZodType>(data: T) => z.object({ status: z.literal('success'), data })
const rulesAnswer = answered(
  z.object({
    groups: z.array(
      z.object({
        rules: z.array(
          z.object({
            name: z.string(),
            state: z.enum(['inactive', 'pending', 'firing']),
            health: z.string(),
            lastError: z.string().optional(),
          }),
        ),
      }),
    ),
  }),
)
const targetsAnswer = answered(
  z.object({ activeTargets: z.array(z.object({ labels: z.object({ job: z.string() }), health: z.string() })) }),
)
const queryAnswer = answered(z.object({ resultType: z.string(), result: z.array(z.unknown()) }))

/**
 * Runs Debian's Prometheus with the configuration of `deploy`, which scrapes the metrics on this port. Two things differ from operation: the
 * target, and the intervals, so that a test need not wait for minutes.
 */
export async function startPrometheus(metricsPort: number) {
  const folder = await programFolder('prometheus')
  await cp(join(deployed, 'alerts.yml'), join(folder, 'alerts.yml'))
  const config = await readFile(join(deployed, 'prometheus.yml'), 'utf8')
  const changed = config
    .replaceAll(/_interval: \w+/g, `_interval: ${intervalMs}ms`)
    .replaceAll('127.0.0.1:9464', `127.0.0.1:${metricsPort}`)
  await writeFile(join(folder, 'prometheus.yml'), changed)

  const args = [
    `--config.file=${join(folder, 'prometheus.yml')}`,
    `--storage.tsdb.path=${join(folder, 'data')}`,
    '--web.listen-address=127.0.0.1:0',
  ]
  return await runProgram({ program, args, folder }, async (written, hasEnded) => {
    const isReady = () => written().includes('Server is ready to receive web requests')
    await waitFor(() => isReady() || hasEnded(), 20_000)
    const [, port] = /msg="Listening on" address=127\.0\.0\.1:(\d+)/.exec(written()) ?? []
    if (port === undefined) throw new Error('it ended')
    const ask = async (path: string) => await (await fetch(`http://127.0.0.1:${port}/api/v1/${path}`)).json()
    return {
      /** All alerts: `health` is `unknown` before the first evaluation, then `ok` or `err`. */
      rules: async () => rulesAnswer.parse(await ask('rules')).data.groups.flatMap(({ rules }) => rules),
      targets: async () => targetsAnswer.parse(await ask('targets')).data.activeTargets,
      /** The series that an expression has now. @throws where Prometheus refuses it */
      query: async (expression: string) =>
        queryAnswer.parse(await ask(`query?query=${encodeURIComponent(expression)}`)).data.result,
    }
  })
}
