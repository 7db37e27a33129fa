import { classes } from './classes.ts'
import type { Column } from './table.tsx'

/** A grey shape where something is about to be. */
export const Skeleton = ({ className }: { className?: string }) => (
  <span aria-hidden className={classes('block h-3.5 max-w-full animate-pulse rounded bg-hover', className)} />
)

/** In place of a card that is loading; the class gives its height. */
export const SkeletonCard = ({ className }: { className?: string }) => (
  <div
    aria-hidden
    className={classes('grid content-start gap-3 rounded-lg border border-line bg-surface p-5', className)}
  >
    <Skeleton className="w-28" />
    <Skeleton className="w-2/3 max-w-sm" />
  </div>
)

// The first column is the wide one of every table; lengths, not shares, so that the columns are about as wide as they will be.
const headWidths = ['w-28 sm:w-64', 'w-20 sm:w-48', 'w-24 sm:w-56']
const widths = ['w-16', 'w-12', 'w-14']
const widthOf = (row: number, column: number) => {
  const all = column === 0 ? headWidths : widths
  return all[(row + column) % all.length]
}
const rows = ['first', 'second', 'third', 'fourth', 'fifth']

/** Rows of a table that is loading, about as high as they will be; a screen reader says "Loading". */
export const SkeletonRows = ({ columns }: { columns: readonly Column[] }) =>
  rows.map((row, rowIndex) => (
    <tr key={row} className="border-line border-t first:border-t-0">
      {columns.map(({ key, isHidden = false, className }, index) => (
        <td key={key} className={classes('h-14 px-3 sm:px-4', className)}>
          {rowIndex === 0 && index === 0 && <span className="sr-only">Loading</span>}
          {!isHidden && <Skeleton className={classes(widthOf(rowIndex, index), '[.text-right>&]:ml-auto')} />}
        </td>
      ))}
    </tr>
  ))
