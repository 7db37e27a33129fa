import { classes } from './classes.ts'

/** A grey shape where something is about to be. */
export const Skeleton = ({ className }: { className?: string }) => (
  <span aria-hidden className={classes('block h-3.5 animate-pulse rounded bg-hover', className)} />
)

const widths = ['w-3/5', 'w-2/5', 'w-1/2', 'w-1/3']

/** Rows of a table that is loading; a screen reader hears "Loading". */
export const SkeletonRows = ({ columns, rows = 5 }: { columns: number; rows?: number }) => (
  <>
    {Array.from({ length: rows }, (_, row) => `row-${row}`).map((row, rowIndex) => (
      <tr key={row} className="border-line border-t first:border-t-0">
        {Array.from({ length: columns }, (_, column) => `column-${column}`).map((column, index) => (
          <td key={column} className="px-4 py-3.5">
            {rowIndex === 0 && index === 0 && <span className="sr-only">Loading</span>}
            <Skeleton className={widths[(rowIndex + index) % widths.length] ?? ''} />
          </td>
        ))}
      </tr>
    ))}
  </>
)
