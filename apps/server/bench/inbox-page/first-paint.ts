import { startChromium } from '@inlet/testkit/chromium'
import { readWebApp } from '@inlet/web-build'
import type { ServedProduct } from '../served-product.ts'

const visits = 7
const slowedTimes = 4
const bitsPerSecond = 1_600_000

/** A first visit of the page in a slow browser; the paint is the median of several visits with an empty cache. */
export interface FirstPaintRow {
  scriptBytes: number
  visits: number
  paintMs: number
  worstMs: number
  latencyMs: number
}

/** Opens the demo's page with a processor four times slower and 1.6 Mbit/s, without a round trip's delay and with one of 150 ms. */
export async function measureFirstPaint(product: ServedProduct): Promise<FirstPaintRow[]> {
  const { baseUrl, domain } = product.demo
  const url = `http://${domain.hostname}:${new URL(baseUrl).port}/`
  const { assets } = await readWebApp('inbox')
  // The preview's script is for the dashboard alone.
  const scripts = [...assets].filter(([name]) => name.endsWith('.js') && !name.startsWith('start-preview'))
  const scriptBytes = scripts.reduce((sum, [, { gzip }]) => sum + (gzip?.length ?? 0), 0)
  const rows: FirstPaintRow[] = []
  for (const latencyMs of [0, 150]) {
    const paints: number[] = []
    for (let visit = 0; visit < visits; visit += 1) paints.push(await firstPaint(url, latencyMs))
    paints.sort((a, b) => a - b)
    rows.push({ scriptBytes, visits, paintMs: paints[visits >> 1] ?? 0, worstMs: paints.at(-1) ?? 0, latencyMs })
  }
  return rows
}

/** The first contentful paint (W3C Paint Timing) after the start of the navigation, in ms. */
async function firstPaint(url: string, latency: number): Promise<number> {
  await using browser = await startChromium({ width: 390, height: 844 })
  const { page, context } = browser
  const devTools = await context.newCDPSession(page)
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: slowedTimes })
  const throughput = bitsPerSecond / 8
  await devTools.send('Network.enable')
  await devTools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency,
    downloadThroughput: throughput,
    uploadThroughput: throughput,
  })
  await page.goto(url)
  return await page.evaluate<number>(`new Promise((resolve) => {
    new PerformanceObserver((list) => {
      for (const entry of list.getEntriesByName('first-contentful-paint')) resolve(entry.startTime)
    }).observe({ type: 'paint', buffered: true })
  })`)
}
