import { auditActions } from '@inlet/contract'
import { X } from 'lucide-react'
import { Button } from '../../design/button.tsx'
import { Field } from '../../design/field.tsx'
import { FilterInput } from '../../design/filter-input.tsx'
import { Select } from '../../design/select.tsx'
import { actionLabel } from './action-label.ts'
import { auditLogSearch } from './search.ts'

/** The filters of the log; all of them are in the URL. */
export type AuditLogFilters = Omit<ReturnType<typeof auditLogSearch>, 'cursor'>

interface AuditLogFiltersBarProps {
  filters: AuditLogFilters
  onChange: (filters: AuditLogFilters) => void
}

const options = [
  { value: '', label: 'All actions' },
  ...auditActions.map((action) => ({ value: action, label: actionLabel(action) })),
]

/** The filters of the log. */
export function AuditLogFiltersBar({ filters, onChange }: AuditLogFiltersBarProps) {
  const { actor, action = '', from, to } = filters
  // By the reader of the URL, which leaves out what is empty or wrong.
  const change = (changed: Record<string, string | undefined>) => onChange(auditLogSearch({ ...filters, ...changed }))
  const isFiltered = Object.values(filters).some((value) => value !== undefined)
  return (
    <search className="mb-3 flex flex-wrap items-end gap-3">
      <div className="w-full sm:w-56">
        <Field label="Who">
          <FilterInput
            type="text"
            placeholder="E-mail address"
            maxLength={320}
            value={actor}
            onChange={(next) => change({ actor: next })}
          />
        </Field>
      </div>
      <div className="w-full sm:w-52">
        <Field label="Action">
          <Select options={options} value={action} onChange={({ target }) => change({ action: target.value })} />
        </Field>
      </div>
      <div className="min-w-0 flex-1 sm:w-36 sm:flex-none">
        <Field label="From">
          <FilterInput type="date" value={from} onChange={(next) => change({ from: next })} />
        </Field>
      </div>
      <div className="min-w-0 flex-1 sm:w-36 sm:flex-none">
        <Field label="To">
          <FilterInput type="date" value={to} onChange={(next) => change({ to: next })} />
        </Field>
      </div>
      {isFiltered && (
        <Button variant="quiet" className="max-sm:w-full" onClick={() => onChange({})}>
          <X aria-hidden />
          Clear filters
        </Button>
      )}
    </search>
  )
}
