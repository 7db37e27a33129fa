import { waitFor } from '@inlet/testkit'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { deployFile, filledIn, readDashboard, readRules } from '../support/deploy-files.ts'
import { type MetricsPage, readMetrics } from '../support/metrics-page.ts'
import { plainMail, startWorld } from '../support/world.ts'
import { parsePromql } from './promql.ts'

/** What Prometheus adds to every series, and the metric that it makes itself. */
const addedLabels = ['job', 'instance']
const addedMetric = 'up'

/** The names of a page's series with the values of their labels. */
function labelsByName({ series }: MetricsPage): Map<string, Map<string, Set<string>>> {
  const byName = new Map<string, Map<string, Set<string>>>([[addedMetric, new Map()]])
  for (const { name, labels } of series) {
    const known = byName.get(name) ?? new Map<string, Set<string>>()
    byName.set(name, known)
    for (const [label, value] of Object.entries(labels)) known.set(label, (known.get(label) ?? new Set()).add(value))
  }
  return byName
}

test('every expression of the dashboard and the alerts parses, and names only metrics, labels and values that a server has', async () => {
  await using world = await startWorld({ settings: { METRICS_PORT: '0' } })
  const { fullAddress } = await world.address('code')
  await world.send(plainMail(), fullAddress)
  const live = await waitFor(async () => {
    const known = labelsByName(await readMetrics(world))
    return known.has('inlet_http_requests_total') ? known : null
  })

  const { panels } = await readDashboard()
  const shown = panels.flatMap(({ targets }) => targets.map(({ expr }) => filledIn(expr)))
  const watched = (await readRules()).map(({ expr }) => expr)
  for (const expression of [...shown, ...watched]) {
    const { selected, groupings } = parsePromql(expression)
    expect(selected.length, expression).toBeGreaterThan(0)
    for (const { name, labels } of selected) {
      expect(live.has(name), `${name} in ${expression}`).toBe(true)
      for (const label of labels.filter((each) => !addedLabels.includes(each.name))) {
        const values = live.get(name)?.get(label.name)
        expect(values, `${name}{${label.name}} in ${expression}`).toBeDefined()
        // Which statuses there are depends on what was asked for; all other labels have their values from the start.
        const isKnown = label.value === null || label.name === 'status' || values?.has(label.value)
        expect(isKnown, `${label.name}="${label.value}" in ${expression}`).toBe(true)
      }
    }
    for (const { label, metrics } of groupings.filter((each) => !addedLabels.includes(each.label))) {
      for (const name of metrics) expect(live.get(name)?.has(label), `${label} of ${name} in ${expression}`).toBe(true)
    }
  }
})

test('every metric of our own is in the dashboard', async () => {
  await using world = await startWorld({ settings: { METRICS_PORT: '0' } })
  const { types } = await readMetrics(world)
  const { panels } = await readDashboard()
  const text = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)).join('\n')

  const missing = [...types.keys()].filter((name) => name.startsWith('inlet_') && !text.includes(name))

  expect(missing).toEqual([])
})

test('the dashboard is one that Grafana loads: ids are unique, panels do not overlap, variables are defined', async () => {
  const { panels, templating } = await readDashboard()

  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
  const taken = new Set<string>()
  for (const { title, gridPos } of panels) {
    expect(gridPos.x + gridPos.w, title).toBeLessThanOrEqual(24)
    for (let x = gridPos.x; x < gridPos.x + gridPos.w; x += 1) {
      for (let y = gridPos.y; y < gridPos.y + gridPos.h; y += 1) {
        expect(taken.has(`${x},${y}`), title).toBe(false)
        taken.add(`${x},${y}`)
      }
    }
  }
  const defined = templating.list.map(({ name }) => name)
  const used = [...JSON.stringify(panels).matchAll(/\$\{?([a-z]\w*)/g)].map(([, name = '']) => name)
  expect(defined).toEqual(['datasource', 'job', 'instance'])
  for (const name of used) expect(defined).toContain(name)
  for (const { type, title, datasource, targets } of panels) {
    if (type === 'row') continue
    expect(datasource, title).toBeDefined()
    expect(targets.length, title).toBeGreaterThan(0)
    expect(new Set(targets.map(({ refId }) => refId)).size, title).toBe(targets.length)
  }
})

test('the alerts have names of their own, and the example of Prometheus loads them and asks the job that they are about', async () => {
  const rules = await readRules()
  const config = z
    .object({
      rule_files: z.array(z.string()),
      scrape_configs: z.array(
        z.object({ job_name: z.string(), static_configs: z.array(z.object({ targets: z.array(z.string()) })) }),
      ),
    })
    .parse(parse(await deployFile('prometheus/prometheus.yml')))

  expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length)
  expect(config.rule_files).toEqual(['alerts.yml'])
  expect(config.scrape_configs.map(({ job_name }) => job_name)).toEqual(['inlet'])
  for (const { alert, expr } of rules) {
    for (const { labels } of parsePromql(expr).selected)
      expect(labels, alert).toContainEqual({ name: 'job', value: 'inlet' })
  }
})

test('a text that is no PromQL is refused', () => {
  for (const bad of ['sum(rate(x[5m])', 'x{y=1}', 'sum by (le', 'rate(x[5 parsecs])', 'x > > 1', '']) {
    expect(() => parsePromql(bad), bad).toThrow(/no PromQL/)
  }
  expect(parsePromql('sum by (a) (rate(x{b="1", c!="2"}[5m])) > 0')).toEqual({
    selected: [
      {
        name: 'x',
        labels: [
          { name: 'b', value: '1' },
          { name: 'c', value: null },
        ],
      },
    ],
    groupings: [{ label: 'a', metrics: ['x'] }],
  })
})
