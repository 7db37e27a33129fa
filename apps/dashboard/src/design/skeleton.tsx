import { classes } from './classes.ts'
import type { Column } from './table.tsx'

/** A grey shape where something is about to be. */
export const Skeleton = ({ className }: { className?: string }) => (
  <span aria-hidden className={classes('block h-3.5 animate-pulse rounded bg-hover', className)} />
)

const widths = ['w-3/5', 'w-2/5', 'w-1/2', 'w-1/3']
const rows = ['first', 'second', 'third', 'fourth', 'fifth']

/** Rows of a table that is loading, about as high as they will be; a screen reader says "Loading". */
export const SkeletonRows = ({ columns }: { columns: readonly Column[] }) =>
  rows.map((row, rowIndex) => (
    <tr key={row} className="border-line border-t first:border-t-0">
      {columns.map(({ key, isHidden = false, className }, index) => (
        <td key={key} className={classes('h-14 px-3 sm:px-4', className)}>
          {rowIndex === 0 && index === 0 && <span className="sr-only">Loading</span>}
          {!isHidden && (
            <Skeleton className={classes(widths[(rowIndex + index) % widths.length], '[.text-right>&]:ml-auto')} />
          )}
        </td>
      ))}
    </tr>
  ))
