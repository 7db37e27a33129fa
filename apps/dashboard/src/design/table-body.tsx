import type { ReactNode } from 'react'
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
  if (data && data.data.length > 0) return data.data.map(children)
  if (data) return <WholeRow columns={columns.length}>{empty}</WholeRow>
  if (error === null) return <SkeletonRows columns={columns} />
  return (
    <WholeRow columns={columns.length}>
      <ErrorState title={errorTitle} error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
    </WholeRow>
  )
}
