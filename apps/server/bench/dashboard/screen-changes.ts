import { callsOf, callsOfAll, proceduresOf } from '../../test/dashboard-app/dashboard-calls.ts'
import type { DashboardTab } from './open-dashboard.ts'

const rounds = 20
/** What a screen reads anew in the background is no part of the next change. */
const restMs = 400

/** The screens in the navigation, by its links, by what the heading of each says, and by their names in `callsOf`. */
const screens = [
  ['Overview', '^Overview$', 'overview'],
  ['Inbox', '@', 'newest inbox'],
  ['Addresses', '^Addresses$', 'addresses'],
  ['Domains', '^Domains$', 'domains'],
  ['API keys', '^API keys$', 'API keys'],
  ['Webhooks', '^Webhooks$', 'webhooks'],
  ['Usage and billing', '^Usage and billing$', 'billing'],
  ['Branding and settings', '^Branding and settings$', 'branding'],
  ['Members', '^Members$', 'members'],
  ['Audit log', '^Audit log$', 'audit log'],
] as const

/**
 * How long it takes from a click in the navigation until the next screen is painted, with what it shows in the cache: all that the window has
 * room for. What is below it in long lists, and the preview of branding, a page of its own in a frame, may follow, and are counted apart.
 */
export interface ScreenChangesRow {
  changes: number
  p50Ms: number
  p99Ms: number
  worstMs: number
  /** The worst of each screen. */
  worstMsOf: Record<string, number>
  /** Until long lists are whole and the preview is there too, at most. */
  wholeMs: number
  /** Calls in these changes, to read anew what is older than some seconds, and those of them that the screen does not show. */
  calls: number
  unneededCalls: number
}

/** Of one change: until the screen is painted, and until all of it is. */
interface Change {
  ms: number
  wholeMs: number
}

/** Goes through all screens, the first time to fill the cache and to load their scripts, and then measures. */
export async function measureScreenChanges({ page, requests }: DashboardTab): Promise<ScreenChangesRow> {
  const delays: (Change & { screen: string })[] = []
  const calls: string[] = []
  const unneeded: string[] = []
  for (let round = -1; round < rounds; round += 1) {
    for (const [screen, heading, name] of screens) {
      requests.length = 0
      const change = await page.evaluate<Change>(changeScript(screen, heading))
      await page.waitForTimeout(restMs)
      if (round < 0) continue
      delays.push({ screen, ...change })
      const made = requests.flatMap(proceduresOf)
      const needed = [...callsOfAll, ...(callsOf[name] ?? [])]
      calls.push(...made)
      unneeded.push(...made.filter((each) => !needed.includes(each)))
    }
  }
  delays.sort((a, b) => a.ms - b.ms)
  const at = (share: number) => delays[Math.floor(delays.length * share)]?.ms ?? 0
  return {
    changes: delays.length,
    p50Ms: at(0.5),
    p99Ms: at(0.99),
    worstMs: delays.at(-1)?.ms ?? 0,
    // The last one of each screen stays, which is its worst.
    worstMsOf: Object.fromEntries(delays.map(({ screen, ms }) => [screen, ms])),
    wholeMs: Math.max(...delays.map(({ wholeMs }) => wholeMs)),
    calls: calls.length,
    unneededCalls: unneeded.length,
  }
}

/**
 * Runs in the page: clicks, and waits for the frame after the one in which the heading is there, nothing but the preview is a skeleton, and
 * rows that are not there yet would be below the window; then for the frame in which all is there.
 */
const changeScript = (screen: string, heading: string) => `new Promise((resolve) => {
  const link = [...document.querySelectorAll('aside nav a')].find(({ textContent }) => textContent === ${JSON.stringify(screen)})
  const startedAt = performance.now()
  const afterFrame = (act) => requestAnimationFrame(() => setTimeout(() => act(performance.now() - startedAt)))
  let ms = null
  link.click()
  const look = () => {
    const place = document.getElementById('content')
    const skeletons = [...place.querySelectorAll('.animate-pulse')]
    const later = place.querySelector('tbody > tr[aria-hidden]')
    const isThere = ${new RegExp(heading)}.test(place.querySelector('h1')?.textContent ?? '')
    const isShown = isThere && skeletons.every((each) => each.closest('[aria-label=Preview]')) && !(later?.getBoundingClientRect().top < innerHeight)
    if (ms === null && isShown) {
      ms = 0
      afterFrame((passed) => { ms = passed })
    }
    if (isShown && skeletons.length === 0 && !later) return afterFrame((wholeMs) => resolve({ ms, wholeMs }))
    requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
})`
