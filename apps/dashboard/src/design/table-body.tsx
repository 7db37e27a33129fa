import { type ReactNode, useDeferredValue } from 'react'
import { ErrorState } from './error-state.tsx'
import { SkeletonRows } from './skeleton.tsx'
import { type Column, WholeRow } from './table.tsx'

interface TableBodyProps<T> {
  /** The query of the page that is shown. */
  query: {
    data: { data: readonly T[] } | undefined
    error: unknown
    isFetching: boolean
    refetch: () => Promise<unknown>
  }
  /** Those of the table. */
  columns: readonly Column[]
  /** "The API keys could not be loaded". */
  errorTitle: string
  empty: ReactNode
  /** One row. */
  children: (item: T) => ReactNode
}

/** The rows of a table, or what is in their place while there are none: skeleton, fault, empty state. */
export function TableBody<T>({ query, columns, errorTitle, empty, children }: TableBodyProps<T>) {
  const { data, error, isFetching, refetch } = query
  if (data && data.data.length > 0) {
    return (
      <Rows items={data.data} columns={columns.length}>
        {children}
      </Rows>
    )
  }
  if (data) return <WholeRow columns={columns.length}>{empty}</WholeRow>
  if (error === null) return <SkeletonRows columns={columns} />
  return (
    <WholeRow columns={columns.length}>
      <ErrorState title={errorTitle} error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
    </WholeRow>
  )
}

/** As many as a window of usual height shows: they are there at once, and the rest of a long page a moment later. */
const atOnce = 16
/** About the height of a row: a page that somebody comes back to is as long as when they left it, so that it can be scrolled to where they were. */
const rowPixels = 53

interface RowsProps<T> {
  items: readonly T[]
  columns: number
  children: (item: T) => ReactNode
}

function Rows<T>({ items, columns, children }: RowsProps<T>) {
  const isWhole = useDeferredValue(true, false)
  const left = isWhole ? 0 : Math.max(0, items.length - atOnce)
  return (
    <>
      {(left > 0 ? items.slice(0, atOnce) : items).map(children)}
      {left > 0 && (
        <tr aria-hidden>
          <td colSpan={columns} style={{ height: left * rowPixels }} />
        </tr>
      )}
    </>
  )
}
