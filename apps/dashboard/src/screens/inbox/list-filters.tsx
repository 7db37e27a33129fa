import type { limits } from '@inlet/contract'
import { KeyRound, ListFilter, Search, X } from 'lucide-react'
import { type RefObject, useId, useState } from 'react'
import { Button } from '../../design/button.tsx'
import { Field } from '../../design/field.tsx'
import { FilterInput } from '../../design/filter-input.tsx'
import { IconButton } from '../../design/icon-button.tsx'
import type { MessageFilters } from './use-messages.ts'

const searchMinChars: typeof limits.searchQueryMinChars = 2
const searchMaxChars: typeof limits.searchQueryMaxChars = 500
const filterMaxChars: typeof limits.filterMaxChars = 200
const usualTags = ['otp', 'link', 'attachment', 'bulk', 'auto', 'bounce', 'auth:pass', 'auth:fail', 'tls']

interface ListFiltersProps {
  filters: MessageFilters
  onChange: (filters: MessageFilters) => void
  searchRef: RefObject<HTMLInputElement | null>
}

/** What is listed: a search, and filters that are in the URL. */
export function ListFilters({ filters, onChange, searchRef }: ListFiltersProps) {
  const { q, from, subject, tag, hasOtp } = filters
  const count = [from, subject, tag].filter((each) => each !== undefined).length
  const [isOpen, setIsOpen] = useState(count > 0)
  const id = useId()
  return (
    <div className="grid gap-2 border-line border-b p-2">
      <search className="flex items-center gap-1">
        <div className="relative min-w-0 flex-1">
          <Search aria-hidden className="pointer-events-none absolute top-2 left-2 size-4 text-faint" />
          <FilterInput
            type="search"
            aria-label="Search messages"
            placeholder="Search subject and text"
            maxLength={searchMaxChars}
            minChars={searchMinChars}
            value={q}
            onChange={(next) => onChange({ ...filters, q: next })}
            ref={searchRef}
            className="pl-8"
          />
        </div>
        <IconButton
          label="Only messages with a code"
          icon={<KeyRound aria-hidden />}
          aria-pressed={hasOtp === 'true'}
          onClick={() => onChange({ ...filters, hasOtp: hasOtp === 'true' ? undefined : 'true' })}
          className="aria-pressed:bg-accent-soft aria-pressed:text-accent"
        />
        <IconButton
          label={count === 0 ? 'Filters' : `Filters, ${count} in use`}
          icon={<ListFilter aria-hidden />}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setIsOpen(!isOpen)}
          className={count > 0 ? 'bg-accent-soft text-accent' : ''}
        />
      </search>
      {isOpen && (
        <div id={id} className="grid gap-2 px-0.5 pb-1">
          <div className="grid grid-cols-2 gap-2">
            <Field label="From">
              <FilterInput
                placeholder="no-reply@"
                maxLength={filterMaxChars}
                value={from}
                onChange={(next) => onChange({ ...filters, from: next })}
              />
            </Field>
            <Field label="Tag">
              <FilterInput
                placeholder="otp"
                maxLength={filterMaxChars}
                list={`${id}-tags`}
                value={tag}
                onChange={(next) => onChange({ ...filters, tag: next })}
              />
            </Field>
          </div>
          <Field label="Subject">
            <FilterInput
              placeholder="Your code"
              maxLength={filterMaxChars}
              value={subject}
              onChange={(next) => onChange({ ...filters, subject: next })}
            />
          </Field>
          <datalist id={`${id}-tags`}>
            {usualTags.map((each) => (
              <option key={each} value={each} />
            ))}
          </datalist>
          {count > 0 && (
            <Button
              variant="quiet"
              size="small"
              className="justify-self-start"
              onClick={() => onChange({ q, hasOtp, from: undefined, subject: undefined, tag: undefined })}
            >
              <X aria-hidden />
              Clear filters
            </Button>
          )}
        </div>
      )}
    </div>
  )
}
