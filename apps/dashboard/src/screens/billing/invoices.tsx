import type { Invoice } from '@inlet/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { ExternalLink, FileText, Receipt } from 'lucide-react'
import { useTRPC } from '../../api/api-context.tsx'
import { StateDot, type Tone } from '../../design/badge.tsx'
import { buttonClasses } from '../../design/button.tsx'
import { type Column, List } from '../../design/list.tsx'
import { useRefusal, useService } from '../../shell/service-context.tsx'
import { formatMoney } from './format-amounts.ts'
import { formatDay } from './format-day.ts'

const route = getRouteApi('/services/$serviceId/billing')

const tones = new Map<string, Tone>([
  ['paid', 'good'],
  ['open', 'warn'],
  ['uncollectible', 'danger'],
])

const columns: Column<Invoice>[] = [
  { name: 'Invoice', cell: ({ number }) => <span className="font-medium">{number}</span> },
  { name: 'Amount', className: 'tabular-nums', cell: ({ amount, currency }) => formatMoney(amount, currency) },
  {
    name: 'State',
    // The provider's word, written like the states of other lists.
    cell: ({ status }) => (
      <StateDot tone={tones.get(status) ?? 'neutral'}>{`${status.charAt(0).toUpperCase()}${status.slice(1)}`}</StateDot>
    ),
  },
  {
    name: 'Created',
    className: 'whitespace-nowrap text-muted max-md:hidden',
    cell: ({ createdAt }) => formatDay(createdAt),
  },
  {
    name: 'Files',
    isNameHidden: true,
    className: 'w-px',
    cell: ({ url, pdfUrl, number }) => (
      <span className="flex justify-end gap-1.5">
        <FileLink href={url} label={`Page of ${number}`} icon="page" />
        <FileLink href={pdfUrl} label={`PDF of ${number}`} icon="pdf" />
      </span>
    ),
  },
]

/** The invoices of the service, newest first. Only owners may see them. */
export function Invoices() {
  const { id } = useService()
  const trpc = useTRPC()
  const refusal = useRefusal('owner')
  const { cursor } = route.useSearch()
  const navigate = route.useNavigate()
  const query = useQuery(
    trpc.dashboard.listInvoices.queryOptions(
      { id, cursor },
      { placeholderData: keepPreviousData, enabled: refusal === null },
    ),
  )
  return (
    <section className="grid gap-3">
      <h2 className="font-semibold">Invoices</h2>
      {refusal !== null ? (
        <p className="rounded-lg border border-line bg-surface px-5 py-4 text-muted text-ui">{refusal}.</p>
      ) : (
        <List
          label="Invoices"
          noun="invoices"
          query={query}
          columns={columns}
          empty={{ icon: Receipt, title: 'No invoices yet', text: 'You get the first one with your first payment.' }}
          cursor={cursor}
          onPage={(next) => void navigate({ search: (now) => ({ ...now, cursor: next }) })}
        />
      )}
    </section>
  )
}

/** A file of the payment provider, in a new tab; nothing where the link is not http(s). */
function FileLink({ href, label, icon }: { href: string; label: string; icon: 'page' | 'pdf' }) {
  if (!/^https?:\/\//.test(href)) return null
  const Icon = icon === 'page' ? ExternalLink : FileText
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={label}
      title={label}
      className={buttonClasses('quiet', 'small')}
    >
      <Icon aria-hidden />
    </a>
  )
}
