import { Search } from 'lucide-react'
import type { Ref } from 'react'
import { FilterInput } from '../../design/filter-input.tsx'
import { Select } from '../../design/select.tsx'
import { useDomains } from './use-domains.ts'

interface AddressFiltersProps {
  q: string | undefined
  hostname: string | undefined
  onChange: (filters: { q?: string | undefined; hostname?: string | undefined }) => void
  searchRef: Ref<HTMLInputElement>
}

/** The filters of the list; all of them are in the URL. */
export function AddressFilters({ q, hostname, onChange, searchRef }: AddressFiltersProps) {
  const domains = useDomains() ?? []
  const known = domains.map((domain) => domain.hostname)
  const hosts = hostname === undefined || known.includes(hostname) ? known : [hostname, ...known]
  const options = [{ value: '', label: 'All domains' }, ...hosts.map((host) => ({ value: host, label: host }))]
  return (
    <search className="mb-3 flex flex-wrap gap-2">
      <span className="relative block w-full sm:w-72">
        <Search aria-hidden className="pointer-events-none absolute top-2 left-2.5 size-4 text-faint" />
        <FilterInput
          ref={searchRef}
          type="search"
          aria-label="Search addresses"
          placeholder="Search names"
          value={q}
          onChange={(next) => onChange({ q: next })}
          className="pl-8"
        />
      </span>
      <Select
        aria-label="Domain"
        className="w-full sm:w-64"
        value={hostname ?? ''}
        options={options}
        onChange={({ target: { value } }) => onChange({ hostname: value || undefined })}
      />
    </search>
  )
}
