import { Search } from 'lucide-react'
import { type Ref, useEffect, useEffectEvent, useState } from 'react'
import { Input } from '../../design/input.tsx'
import { Select } from '../../design/select.tsx'
import { useDomains } from './use-domains.ts'

interface AddressFiltersProps {
  q: string | undefined
  hostname: string | undefined
  onChange: (filters: { q?: string | undefined; hostname?: string | undefined }) => void
  searchRef: Ref<HTMLInputElement>
}

/** The list is read when nothing was typed for this time. */
const pauseMs = 250

/** What the list is narrowed to; all of it is in the URL. */
export function AddressFilters({ q, hostname, onChange, searchRef }: AddressFiltersProps) {
  const domains = useDomains() ?? []
  const known = domains.map((domain) => domain.hostname)
  const hosts = hostname === undefined || known.includes(hostname) ? known : [hostname, ...known]
  const options = [{ value: '', label: 'All domains' }, ...hosts.map((host) => ({ value: host, label: host }))]
  return (
    <search className="mb-3 flex flex-wrap gap-2">
      <SearchField q={q ?? ''} onSearch={(next) => onChange({ q: next || undefined })} inputRef={searchRef} />
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

interface SearchFieldProps {
  q: string
  onSearch: (q: string) => void
  inputRef: Ref<HTMLInputElement>
}

function SearchField({ q, onSearch, inputRef }: SearchFieldProps) {
  const [typed, setTyped] = useState(q)
  const [sent, setSent] = useState(q)
  const [seen, setSeen] = useState(q)
  // Another text in the URL than the one that was typed here: by the browser's back, or by a link.
  if (q !== seen) {
    setSeen(q)
    if (q !== sent) {
      setTyped(q)
      setSent(q)
    }
  }
  const search = useEffectEvent((text: string) => {
    setSent(text)
    onSearch(text)
  })
  useEffect(() => {
    if (typed === sent) return
    const timer = setTimeout(() => search(typed), pauseMs)
    return () => clearTimeout(timer)
  }, [typed, sent])
  return (
    <span className="relative block w-full sm:w-72">
      <Search aria-hidden className="pointer-events-none absolute top-2 left-2.5 size-4 text-faint" />
      <Input
        ref={inputRef}
        type="search"
        aria-label="Search addresses"
        placeholder="Search names"
        value={typed}
        onChange={({ target: { value } }) => setTyped(value)}
        autoComplete="off"
        className="pl-8"
      />
    </span>
  )
}
