import type { DashboardTab } from './open-dashboard.ts'

const rounds = 20

/** The screens in the navigation, by its links and by what the heading of each says. */
const screens = [
  ['Overview', '^Overview$'],
  ['Inbox', '@'],
  ['Addresses', '^Addresses$'],
  ['Domains', '^Domains$'],
  ['API keys', '^API keys$'],
  ['Webhooks', '^Webhooks$'],
  ['Usage and billing', '^Usage and billing$'],
  ['Branding and settings', '^Branding and settings$'],
  ['Members', '^Members$'],
  ['Audit log', '^Audit log$'],
] as const

/** How long it takes from a click in the navigation until the next screen is painted, with what it shows in the cache. */
export interface ScreenChangesRow {
  changes: number
  p50Ms: number
  p99Ms: number
  worstMs: number
  worstScreen: string
}

/** Goes through all screens, the first time to fill the cache and to load their scripts, and then measures. */
export async function measureScreenChanges({ page }: DashboardTab): Promise<ScreenChangesRow> {
  const delays: { screen: string; ms: number }[] = []
  for (let round = -1; round < rounds; round += 1) {
    for (const [screen, heading] of screens) {
      const ms = await page.evaluate<number>(changeScript(screen, heading))
      if (round >= 0) delays.push({ screen, ms })
      // What the screen reads anew in the background is no part of the next change.
      await page.waitForLoadState('networkidle')
    }
  }
  delays.sort((a, b) => a.ms - b.ms)
  const at = (share: number) => delays[Math.floor(delays.length * share)]?.ms ?? 0
  const worst = delays.at(-1)
  return {
    changes: delays.length,
    p50Ms: at(0.5),
    p99Ms: at(0.99),
    worstMs: worst?.ms ?? 0,
    worstScreen: worst?.screen ?? '',
  }
}

/** Runs in the page: clicks, and waits for the frame after the one in which the heading is there and nothing is a skeleton. */
const changeScript = (screen: string, heading: string) => `new Promise((resolve) => {
  const link = [...document.querySelectorAll('aside nav a')].find(({ textContent }) => textContent === ${JSON.stringify(screen)})
  const startedAt = performance.now()
  link.click()
  const look = () => {
    const place = document.getElementById('content')
    const isThere = ${new RegExp(heading)}.test(place.querySelector('h1')?.textContent ?? '') && !place.querySelector('.animate-pulse')
    if (!isThere) return requestAnimationFrame(look)
    requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - startedAt)))
  }
  requestAnimationFrame(look)
})`
