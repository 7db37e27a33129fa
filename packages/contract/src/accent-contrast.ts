import { contrast, textColourOn } from './text-colour.ts'

/**
 * What the web inbox paints the accent colour on, and how it draws the edge around it: `--surface`, `--ground`, `--text` and the share of the
 * accent in `--accent-line` of `apps/inbox/src/design/tokens.css`. A test compares them.
 */
export const inboxColours = {
  light: { grounds: ['#ffffff', '#f6f7f9'], text: '#14171c', accentPercent: 65 },
  dark: { grounds: ['#16191f', '#0e1014'], text: '#eceef2', accentPercent: 45 },
} as const

type InboxTheme = keyof typeof inboxColours

/** From here on a shape can be distinguished from what is around it (WCAG 2.2, 1.4.11). */
const leastOfShapes = 3

/** How an accent colour is seen in the web inbox; contrasts are from 1 to 21. */
export interface AccentReport {
  /** The text on buttons in this colour: the better of both, which always has 4.5 or more. */
  text: { colour: 'black' | 'white'; ratio: number }
  /** The colour beside the page, and the edge that the page draws around it. */
  pages: readonly { theme: InboxTheme; ratio: number; edgeRatio: number; isSeen: boolean; isEdgeSeen: boolean }[]
}

/** Measures an accent colour (`#rrggbb`) as the web inbox uses it: as an area with text on it and an edge around it, never as text. */
export function reportAccent(accent: string): AccentReport {
  const onAccent = textColourOn(accent)
  return {
    text: { colour: onAccent === '#000000' ? 'black' : 'white', ratio: contrast(accent, onAccent) },
    pages: (['light', 'dark'] as const).map((theme) => {
      const { grounds, text, accentPercent } = inboxColours[theme]
      const edge = mixed(accent, text, accentPercent)
      const [ratio, edgeRatio] = [accent, edge].map((colour) =>
        Math.min(...grounds.map((ground) => contrast(colour, ground))),
      )
      return {
        theme,
        ratio: ratio ?? 1,
        edgeRatio: edgeRatio ?? 1,
        isSeen: (ratio ?? 1) >= leastOfShapes,
        isEdgeSeen: (edgeRatio ?? 1) >= leastOfShapes,
      }
    }),
  }
}

/** `color-mix(in srgb, …)` of CSS: the mean of both, weighed, for each of red, green and blue. */
function mixed(one: string, other: string, percent: number): string {
  const parts = [1, 3, 5].map((start) => {
    const [a = 0, b = 0] = [one, other].map((colour) => Number.parseInt(colour.slice(start, start + 2), 16))
    return Math.round((a * percent + b * (100 - percent)) / 100)
  })
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`
}
