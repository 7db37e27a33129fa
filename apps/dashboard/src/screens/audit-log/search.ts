import { auditActions } from '@inlet/contract'
import { oneOf, searchOf, text } from '../../api/search-params.ts'
import { day } from './days.ts'

/** `from` and `to` are days of the browser's calendar, as in 2026-11-30; both are included. */
export const auditLogSearch = searchOf({
  cursor: text,
  actor: text,
  action: oneOf(...auditActions),
  from: day,
  to: day,
})
