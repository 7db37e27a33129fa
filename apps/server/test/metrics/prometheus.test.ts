import { waitFor } from '@inlet/testkit'
import { expect } from 'vitest'
import { filledIn, readDashboard, readRules } from '../support/deploy-files.ts'
import { plainMail, startWorld } from '../support/world.ts'
import { prometheusTest, startPrometheus } from './prometheus.ts'

prometheusTest(
  'a Prometheus with the files of deploy scrapes a server, evaluates every alert and every panel, and sees the server go',
  async () => {
    const world = await startWorld({ settings: { METRICS_PORT: '0' } })
    await using prometheus = await startPrometheus(world.metricsPort ?? 0)
    try {
      const { fullAddress } = await world.address('code')
      await world.send(plainMail(), fullAddress)
      const accepted = 'sum(inlet_mails_accepted_total{job="inlet"}) > 0'
      await waitFor(async () => (await prometheus.query(accepted)).length === 1)

      expect(await prometheus.targets()).toMatchObject([{ labels: { job: 'inlet' }, health: 'up' }])
      const evaluated = await waitFor(async () => {
        const rules = await prometheus.rules()
        return rules.some(({ health }) => health === 'unknown') ? null : rules
      })
      const alerts = (await readRules()).map(({ alert }) => alert)
      expect(evaluated.map(({ name }) => name).sort()).toEqual(alerts.sort())
      expect(evaluated.filter(({ health }) => health !== 'ok')).toEqual([])
      expect(evaluated.find(({ name }) => name === 'InletDown')?.state).toBe('inactive')
      const { panels } = await readDashboard()
      for (const { expr } of panels.flatMap(({ targets }) => targets)) await prometheus.query(filledIn(expr))
    } finally {
      await world[Symbol.asyncDispose]()
    }

    const isDown = async () => (await prometheus.rules()).find(({ name }) => name === 'InletDown')?.state !== 'inactive'
    expect(await waitFor(isDown)).toBe(true)
  },
)
