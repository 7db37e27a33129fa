import type { DashboardTab } from './open-dashboard.ts'

const rounds = 20
/** What a screen reads anew in the background is no part of the next change. */
const restMs = 400

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

/**
 * How long it takes from a click in the navigation until the next screen is painted, with what it shows in the cache. The preview of branding is
 * a page of its own in a frame, which is loaded each time, and counted apart.
 */
export interface ScreenChangesRow {
  changes: number
  p50Ms: number
  p99Ms: number
  worstMs: number
  worstScreen: string
  /** Until the preview is there too, at most. */
  previewMs: number
}

/** Of one change: until the screen is painted, and until the frame in it is. */
interface Change {
  ms: number
  completeMs: number
}

/** Goes through all screens, the first time to fill the cache and to load their scripts, and then measures. */
export async function measureScreenChanges({ page }: DashboardTab): Promise<ScreenChangesRow> {
  const delays: (Change & { screen: string })[] = []
  for (let round = -1; round < rounds; round += 1) {
    for (const [screen, heading] of screens) {
      const change = await page.evaluate<Change>(changeScript(screen, heading))
      if (round >= 0) delays.push({ screen, ...change })
      await page.waitForTimeout(restMs)
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
    previewMs: Math.max(...delays.map(({ completeMs }) => completeMs)),
  }
}

/** Runs in the page: clicks, and waits for the frame after the one in which the heading is there and nothing is a skeleton. */
const changeScript = (screen: string, heading: string) => `new Promise((resolve) => {
  const link = [...document.querySelectorAll('aside nav a')].find(({ textContent }) => textContent === ${JSON.stringify(screen)})
  const startedAt = performance.now()
  const afterFrame = (act) => requestAnimationFrame(() => setTimeout(() => act(performance.now() - startedAt)))
  let ms = null
  link.click()
  const look = () => {
    const place = document.getElementById('content')
    const skeletons = [...place.querySelectorAll('.animate-pulse')]
    const isThere = ${new RegExp(heading)}.test(place.querySelector('h1')?.textContent ?? '')
    if (ms === null && isThere && skeletons.every(({ parentElement }) => parentElement.querySelector('iframe'))) {
      ms = 0
      afterFrame((passed) => { ms = passed })
    }
    if (ms !== null && skeletons.length === 0) return afterFrame((completeMs) => resolve({ ms, completeMs }))
    requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
})`
