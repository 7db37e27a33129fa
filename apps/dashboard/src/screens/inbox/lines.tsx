import { Skeleton } from '../../design/skeleton.tsx'

/** Grey lines in place of a text that is loading. */
export const Lines = () => (
  <div className="grid gap-3 py-2">
    <span className="sr-only">Loading</span>
    <Skeleton className="w-3/5" />
    <Skeleton className="w-4/5" />
    <Skeleton className="w-2/5" />
  </div>
)
