import { classes } from './classes.ts'

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
