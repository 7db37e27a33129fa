import { trusted } from './html.ts'

/** The icon of our own pages, as a data address. The dashboard has the same sign: `apps/dashboard/src/icon.svg`. */
export const brandIcon =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Crect width='32' height='32' rx='7' fill='%232f55d4'/%3E%3Cpath d='M9 8h14M16 8v11M10 15l6 6 6-6M8 24h16' fill='none' stroke='%23fff' stroke-width='2.6' stroke-linecap='round' stroke-linejoin='round'/%3E%3C/svg%3E"

/** The same for the head of a page; `.mark` gives it its size and colours. */
export const brandMark = trusted(
  '<svg class="mark" viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="7"/><path d="M9 8h14M16 8v11M10 15l6 6 6-6M8 24h16"/></svg>',
)
