import { readFile } from 'node:fs/promises'
import { parse } from 'yaml'
import { z } from 'zod'

/** The text of a file in `deploy`. */
export const deployFile = (path: string) => readFile(new URL(`../../../../deploy/${path}`, import.meta.url), 'utf8')

const target = z.object({ refId: z.string().regex(/^[A-Z]$/), expr: z.string().min(1), legendFormat: z.string() })
const panel = z.object({
  id: z.int().positive(),
  type: z.enum(['row', 'stat', 'timeseries']),
  title: z.string().min(1),
  gridPos: z.object({ x: z.int().min(0), y: z.int().min(0), w: z.int().positive(), h: z.int().positive() }),
  datasource: z.object({ type: z.literal('prometheus'), uid: z.string().regex(/^\$\{datasource\}$/) }).optional(),
  targets: z.array(target).default([]),
})
const dashboard = z.object({
  title: z.string(),
  uid: z.string().regex(/^[\w-]{1,40}$/),
  schemaVersion: z.int().min(36),
  panels: z.array(panel),
  templating: z.object({ list: z.array(z.object({ name: z.string(), type: z.string(), query: z.unknown() })) }),
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
