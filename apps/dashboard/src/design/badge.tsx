import type { ReactNode } from 'react'
import { classes } from './classes.ts'

const tones = {
  neutral: 'bg-subtle text-muted',
  good: 'bg-good-soft text-good',
  warn: 'bg-warn-soft text-warn',
  danger: 'bg-danger-soft text-danger',
  accent: 'bg-accent-soft text-accent',
}

export type Tone = keyof typeof tones

/** A label on a record, such as its scope. */
export const Badge = ({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) => (
  <span
    className={classes(
      'inline-flex h-5 items-center whitespace-nowrap rounded px-1.5 font-medium text-xs',
      tones[tone],
    )}
  >
    {children}
  </span>
)

const dots = {
  neutral: 'bg-faint',
  good: 'bg-good-fill',
  warn: 'bg-warn-fill',
  danger: 'bg-danger-fill',
  accent: 'bg-accent',
}

/** The state of a record: a coloured dot with a label, so that the colour is not needed. */
export const StateDot = ({ tone, children }: { tone: Tone; children: ReactNode }) => (
  <span className="inline-flex items-center gap-2 whitespace-nowrap">
    <span aria-hidden className={classes('size-1.5 rounded-full', dots[tone])} />
    {children}
  </span>
)
