import type { ReactNode } from 'react'

interface StatProps {
  name: string
  value: ReactNode
  /** Below it: the limit, the period, a change. */
  note?: ReactNode
}

/** One number with its name; in a `dl`. */
export const Stat = ({ name, value, note }: StatProps) => (
  <div className="grid content-start gap-1 rounded-lg border border-line bg-surface px-4 py-3">
    <dt className="text-muted text-xs">{name}</dt>
    <dd className="font-semibold text-xl tabular-nums">{value}</dd>
    {note !== undefined && <dd className="text-faint text-xs">{note}</dd>}
  </div>
)
