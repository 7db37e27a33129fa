import { trusted } from './html.ts'

/** The icon of our own pages, as a data address. */
export const brandIcon =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Crect width='32' height='32' rx='8' fill='%234338ca'/%3E%3Cpath d='M8 11l8 6 8-6M8 10h16v12H8z' fill='none' stroke='%23fff' stroke-width='2' stroke-linejoin='round'/%3E%3C/svg%3E"

/** The same for the head of a page; `.mark` gives it its size and colours. */
export const brandMark = trusted(
  '<svg class="mark" viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="8"/><path d="M8 11l8 6 8-6M8 10h16v12H8z"/></svg>',
)
