import { ChevronRight, ChevronsLeft } from 'lucide-react'
import { Button } from './button.tsx'

interface PagerProps {
  /** The cursor of the page that is shown; undefined on the first one. */
  cursor: string | undefined
  /** Where the page ends; undefined until it is there. */
  meta: { cursor: string; hasMore: boolean } | undefined
  /** Puts a cursor into the URL; undefined for the first page. */
  onChange: (cursor: string | undefined) => void
}

/** Goes through a list by cursor. Back is the browser's back; there is nothing where one page holds all. */
export function Pager({ cursor, meta, onChange }: PagerProps) {
  if (cursor === undefined && !meta?.hasMore) return null
  return (
    <nav aria-label="Pages" className="mt-3 flex justify-end gap-2">
      <Button
        size="small"
        refusal={cursor === undefined ? 'This is the first page' : null}
        onClick={() => onChange(undefined)}
      >
        <ChevronsLeft aria-hidden />
        Newest
      </Button>
      <Button
        size="small"
        refusal={meta?.hasMore ? null : 'This is the last page'}
        onClick={() => onChange(meta?.cursor)}
      >
        Older
        <ChevronRight aria-hidden />
      </Button>
    </nav>
  )
}
