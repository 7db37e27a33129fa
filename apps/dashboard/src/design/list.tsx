import { type LucideIcon, SearchX } from 'lucide-react'
import { type ReactNode, useDeferredValue } from 'react'
import { Button } from './button.tsx'
import { classes } from './classes.ts'
import { EmptyState } from './empty-state.tsx'
import { ErrorState } from './error-state.tsx'
import { Pager } from './pager.tsx'
import { Skeleton } from './skeleton.tsx'

/** A column of a list. The first one names the row. */
export interface Column<T> {
  name: string
  /** The name is for screen readers only. */
  isNameHidden?: boolean
  /** For its head and all its cells: `max-md:hidden` where a narrow page can do without it. */
  className?: string
  cell: (item: T) => ReactNode
}

/** What an empty list says: what will be here, and how it gets here. */
export interface EmptyText {
  icon: LucideIcon
  title: string
  text: string
}

export interface ListProps<T extends { id: string }> {
  /** For screen readers: "API keys". */
  label: string
  /** Within a sentence: "The API keys could not be loaded". */
  noun: string
  columns: readonly Column<T>[]
  /** The query of the page that is shown. */
  query: {
    data: { data: readonly T[]; meta: { cursor: string; hasMore: boolean } } | undefined
    error: unknown
    isFetching: boolean
    refetch: () => Promise<unknown>
  }
  empty: EmptyText
  /** The button of an empty list. */
  emptyAction?: ReactNode
  /** Set while filters are active: an empty list then offers to clear them. */
  onClearFilters?: (() => void) | undefined
  /** The cursor in the URL; undefined on the first page. */
  cursor: string | undefined
  onPage: (cursor: string | undefined) => void
}

/**
 * One page of a list with its states: loading, failed with a retry, empty, and filtered without a match. On a narrow page the table scrolls
 * sideways within its frame.
 */
export function List<T extends { id: string }>(props: ListProps<T>) {
  const { label, columns, query, cursor, onPage } = props
  return (
    <div>
      <section aria-label={label} className="relative overflow-x-auto rounded-lg border border-line bg-surface">
        <table className="w-full border-collapse text-left text-ui">
          <thead>
            <tr className="border-line border-b bg-canvas">
              {columns.map(({ name, isNameHidden = false, className }) => (
                <th
                  key={name}
                  scope="col"
                  className={classes('h-9 whitespace-nowrap px-3 font-medium text-muted text-xs sm:px-4', className)}
                >
                  {isNameHidden ? <span className="sr-only">{name}</span> : name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            <Body {...props} />
          </tbody>
        </table>
      </section>
      <Pager cursor={cursor} meta={query.data?.meta} onChange={onPage} />
    </div>
  )
}

function Body<T extends { id: string }>({
  noun,
  columns,
  query,
  empty,
  emptyAction,
  onClearFilters,
  onPage,
}: ListProps<T>): ReactNode {
  const { data, error, isFetching, refetch } = query
  if (data && data.data.length > 0) return <Rows items={data.data} columns={columns} />
  if (!data && error === null) return <LoadingRows columns={columns} />
  return (
    <tr>
      <td colSpan={columns.length}>
        {!data ? (
          <ErrorState
            title={`The ${noun} could not be loaded`}
            error={error}
            onRetry={() => void refetch()}
            isRetrying={isFetching}
          />
        ) : data.meta.hasMore ? (
          <EmptyState
            icon={SearchX}
            title="Nothing found yet"
            action={<Button onClick={() => onPage(data.meta.cursor)}>Continue searching</Button>}
          >
            Nothing matches in the newest part of the list. Older entries have not been searched.
          </EmptyState>
        ) : onClearFilters ? (
          <EmptyState
            icon={SearchX}
            title="No results"
            action={<Button onClick={onClearFilters}>Clear filters</Button>}
          >
            Nothing matches these filters.
          </EmptyState>
        ) : (
          <EmptyState icon={empty.icon} title={empty.title} action={emptyAction}>
            {empty.text}
          </EmptyState>
        )}
      </td>
    </tr>
  )
}

/** About a window full: these rows are rendered at once, and the rest of a long page a moment later. */
const firstRows = 16
/** No row is much higher: a page that is too short at first could not be scrolled to where it was left. */
const rowPixels = 80

function Rows<T extends { id: string }>({ items, columns }: { items: readonly T[]; columns: readonly Column<T>[] }) {
  const isWhole = useDeferredValue(true, false)
  const left = isWhole ? 0 : Math.max(0, items.length - firstRows)
  return (
    <>
      {(left > 0 ? items.slice(0, firstRows) : items).map((item) => (
        <tr key={item.id} className="border-line border-t transition-colors first:border-t-0 hover:bg-canvas">
          {columns.map(({ name, className, cell }, index) => {
            const names = classes('px-3 py-2.5 align-middle font-normal sm:px-4', className)
            return index === 0 ? (
              <th key={name} scope="row" className={names}>
                {cell(item)}
              </th>
            ) : (
              <td key={name} className={names}>
                {cell(item)}
              </td>
            )
          })}
        </tr>
      ))}
      {left > 0 && (
        <tr aria-hidden>
          <td colSpan={columns.length} style={{ height: left * rowPixels }} />
        </tr>
      )}
    </>
  )
}

// Lengths, not shares, so that the columns are about as wide as they will be; the first column is the wide one.
const headWidths = ['w-28 sm:w-64', 'w-20 sm:w-48', 'w-24 sm:w-56']
const widths = ['w-16', 'w-12', 'w-14']
const loadingRows = ['first', 'second', 'third', 'fourth', 'fifth']

function widthOf(row: number, column: number) {
  const all = column === 0 ? headWidths : widths
  return all[(row + column) % all.length]
}

/** Skeleton rows, about as high as real ones; a screen reader says "Loading". */
const LoadingRows = <T,>({ columns }: { columns: readonly Column<T>[] }) =>
  loadingRows.map((row, rowIndex) => (
    <tr key={row} className="border-line border-t first:border-t-0">
      {columns.map(({ name, isNameHidden = false, className }, index) => (
        <td key={name} className={classes('h-14 px-3 sm:px-4', className)}>
          {rowIndex === 0 && index === 0 && <span className="sr-only">Loading</span>}
          {!isNameHidden && <Skeleton className={classes(widthOf(rowIndex, index), '[.text-right>&]:ml-auto')} />}
        </td>
      ))}
    </tr>
  ))
