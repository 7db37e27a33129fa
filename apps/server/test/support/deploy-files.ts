import { readFile } from 'node:fs/promises'
import { parse } from 'yaml'
import { z } from 'zod'

/** The text of a file in `deploy`. */
export const deployFile = (path: string) => readFile(new URL(`../../../../deploy/${path}`, import.meta.url), 'utf8')

const target = z.object({ refId: z.string().regex(/^[A-Z]$/), expr: z.string().min(1), legendFormat: z.string() })
/** What Grafana's own schema requires of the options of a panel, of each type that is used. */
const optionsOf = z.discriminatedUnion('type', [
  z.object({ type: z.literal('row') }),
  z.object({
    type: z.literal('stat'),
    options: z.object({
      reduceOptions: z.object({ calcs: z.array(z.string()).min(1), fields: z.string(), values: z.boolean() }),
      colorMode: z.enum(['value', 'background', 'background_solid', 'none']),
      graphMode: z.enum(['none', 'line', 'area']),
      justifyMode: z.enum(['auto', 'center']),
      textMode: z.enum(['auto', 'value', 'value_and_name', 'name', 'none']),
      orientation: z.enum(['auto', 'vertical', 'horizontal']),
      percentChangeColorMode: z.enum(['standard', 'inverted', 'same_as_value']),
      showPercentChange: z.boolean(),
      wideLayout: z.boolean(),
    }),
  }),
  z.object({
    type: z.literal('timeseries'),
    options: z.object({
      legend: z.object({
        calcs: z.array(z.string()),
        displayMode: z.enum(['list', 'table', 'hidden']),
        placement: z.enum(['bottom', 'right']),
        showLegend: z.boolean(),
      }),
      tooltip: z.object({ mode: z.enum(['single', 'multi', 'none']), sort: z.enum(['asc', 'desc', 'none']) }),
    }),
  }),
])
const panel = z
  .object({
    id: z.int().positive(),
    title: z.string().min(1),
    gridPos: z.object({ x: z.int().min(0), y: z.int().min(0), w: z.int().positive(), h: z.int().positive() }),
    datasource: z.object({ type: z.literal('prometheus'), uid: z.string().regex(/^\$\{datasource\}$/) }).optional(),
    targets: z.array(target).default([]),
  })
  .and(optionsOf)
const variable = z.object({
  name: z.string(),
  type: z.string(),
  query: z.unknown(),
  current: z.object({ text: z.string(), value: z.string() }),
})
const dashboard = z.object({
  title: z.string(),
  uid: z.string().regex(/^[\w-]{1,40}$/),
  schemaVersion: z.int().min(36),
  panels: z.array(panel),
  templating: z.object({ list: z.array(variable) }),
})
const rule = z.strictObject({
  alert: z.string().regex(/^Inlet[A-Z]\w+$/),
  expr: z.string(),
  for: z
    .string()
    .regex(/^\d+[smh]$/)
    .optional(),
  labels: z.strictObject({ severity: z.enum(['page', 'ticket']) }),
  annotations: z.strictObject({ summary: z.string().min(1), description: z.string().min(1) }),
})
const ruleFile = z.strictObject({
  groups: z.array(z.strictObject({ name: z.string(), rules: z.array(rule).min(1) })).min(1),
})

/** The dashboard for Grafana. @throws where it has not the shape that Grafana loads */
export const readDashboard = async () => dashboard.parse(JSON.parse(await deployFile('grafana/inlet.json')))
/** The alerts for Prometheus. */
export const readRules = async () =>
  ruleFile.parse(parse(await deployFile('prometheus/alerts.yml'))).groups.flatMap(({ rules }) => rules)

/** An expression as Grafana sends it, its variables filled in. */
export const filledIn = (expression: string) =>
  expression.replaceAll('$__rate_interval', '5m').replaceAll('$job', 'inlet').replaceAll('$instance', '.*')
