import type { Domain } from '@inlet/contract'
import { table } from './table.ts'

/** The DNS records that a domain needs, and those that were found. */
export function recordsTable({ records, checkedAt }: Domain): string {
  const columns = {
    type: records.map(({ type }) => type),
    host: records.map(({ host }) => host),
    value: records.map(({ value }) => value),
  }
  if (checkedAt === null) return table(columns, '')
  const found = records.map((record) => (record.found.length > 0 ? record.found.join(', ') : null))
  return table({ ...columns, outcome: records.map(({ outcome }) => outcome), found }, '')
}
