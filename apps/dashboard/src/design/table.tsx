import type { ReactNode } from 'react'
import { classes } from './classes.ts'

/** A column; with the class of its cells that can be spared on a narrow page. */
export interface Column {
  key: string
  name: string
  isHidden?: boolean
  className?: string
}

interface TableProps {
  /** What it lists, for screen readers. */
  label: string
  columns: readonly Column[]
  children: ReactNode
}

/**
 * A plain table in a frame. On a narrow page it scrolls sideways within the frame; columns that can be spared there have the class
 * `max-md:hidden`, in the head and in each row.
 */
export const Table = ({ label, columns, children }: TableProps) => (
  <section aria-label={label} className="relative overflow-x-auto rounded-lg border border-line bg-surface">
    <table className="w-full border-collapse text-left text-ui">
      <thead>
        <tr className="border-line border-b bg-canvas">
          {columns.map(({ key, name, isHidden = false, className }) => (
            <th
              key={key}
              scope="col"
              className={classes('h-9 whitespace-nowrap px-3 font-medium sm:px-4 text-muted text-xs', className)}
            >
              {isHidden ? <span className="sr-only">{name}</span> : name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  </section>
)

/** A row. */
export const Row = ({ children }: { children: ReactNode }) => (
  <tr className="border-line border-t transition-colors first:border-t-0 hover:bg-canvas">{children}</tr>
)

/** A cell; `head` for the one that names the row. */
export function Cell({
  isHead = false,
  className,
  children,
}: {
  isHead?: boolean
  className?: string
  children: ReactNode
}) {
  const names = classes('px-3 py-2.5 align-middle sm:px-4 font-normal', className)
  if (!isHead) return <td className={names}>{children}</td>
  return (
    <th scope="row" className={names}>
      {children}
    </th>
  )
}

/** In place of rows: an empty or an error state. */
export const WholeRow = ({ columns, children }: { columns: number; children: ReactNode }) => (
  <tr>
    <td colSpan={columns}>{children}</td>
  </tr>
)
