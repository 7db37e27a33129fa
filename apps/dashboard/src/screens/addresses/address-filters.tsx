import type { AddressMaker } from '@inlet/contract'
import { Search } from 'lucide-react'
import type { Ref } from 'react'
import { FilterInput } from '../../design/filter-input.tsx'
import { Select } from '../../design/select.tsx'
import { useDomains } from './use-domains.ts'

interface Filters {
  q?: string | undefined
  hostname?: string | undefined
  madeBy?: AddressMaker | undefined
}

const makers: readonly { value: AddressMaker; label: string }[] = [
  { value: 'service', label: 'Created by members or API keys' },
  { value: 'visitor', label: 'Created by visitors' },
  { value: 'mail', label: 'Created by a first mail' },
]

interface AddressFiltersProps {
  q: string | undefined
  hostname: string | undefined
  madeBy: AddressMaker | undefined
  onChange: (filters: Filters) => void
  searchRef: Ref<HTMLInputElement>
}

/** The filters of the list; all of them are in the URL. */
export function AddressFilters({ q, hostname, madeBy, onChange, searchRef }: AddressFiltersProps) {
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
      <Select
        aria-label="Created by"
        className="w-full sm:w-56"
        value={madeBy ?? ''}
        options={[{ value: '', label: 'Created by anyone' }, ...makers]}
        onChange={({ target }) => onChange({ madeBy: makers.find(({ value }) => value === target.value)?.value })}
      />
    </search>
  )
}
