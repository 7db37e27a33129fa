import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { ExternalLink, FileText, Receipt } from 'lucide-react'
import { useTRPC } from '../../api/api-context.tsx'
import { StateDot, type Tone } from '../../design/badge.tsx'
import { buttonClasses } from '../../design/button.tsx'
import { EmptyState } from '../../design/empty-state.tsx'
import { Pager } from '../../design/pager.tsx'
import { Cell, Row, Table } from '../../design/table.tsx'
import { TableBody } from '../../design/table-body.tsx'
import { useRefusal, useService } from '../../shell/service-context.tsx'
import { moneyWords } from './amounts.ts'
import { dayWords } from './days.ts'

const route = getRouteApi('/services/$serviceId/billing')

const columns = [
  { key: 'number', name: 'Invoice' },
  { key: 'amount', name: 'Amount' },
  { key: 'state', name: 'State' },
  { key: 'created', name: 'Created', className: 'max-md:hidden' },
  { key: 'files', name: 'Files', isHidden: true },
]
const tones = new Map<string, Tone>([
  ['paid', 'good'],
  ['open', 'warn'],
  ['uncollectible', 'danger'],
])

/** The provider's word for a state, written like those of other lists. */
const stateWords = (status: string) => `${status.charAt(0).toUpperCase()}${status.slice(1)}`

/** What was to be paid, newest first. Only owners may see it. */
export function Invoices() {
  const { id } = useService()
  const trpc = useTRPC()
  const refusal = useRefusal('owner')
  const { cursor } = route.useSearch()
  const navigate = route.useNavigate()
  const query = useQuery(
    trpc.dashboard.listInvoices.queryOptions(
      { id, ...(cursor && { cursor }) },
      { placeholderData: keepPreviousData, enabled: refusal === null },
    ),
  )
  return (
    <section className="grid gap-3">
      <h2 className="font-semibold">Invoices</h2>
      {refusal !== null ? (
        <p className="rounded-lg border border-line bg-surface px-5 py-4 text-muted text-ui">{refusal}.</p>
      ) : (
        <>
          <Table label="Invoices" columns={columns}>
            <TableBody
              query={query}
              columns={columns}
              errorTitle="The invoices could not be loaded"
              empty={
                <EmptyState icon={Receipt} title="No invoices yet">
                  The first one comes with the first payment.
                </EmptyState>
              }
            >
              {({ id: invoiceId, number, amount, currency, status, url, pdfUrl, createdAt }) => (
                <Row key={invoiceId}>
                  <Cell isHead className="font-medium">
                    {number}
                  </Cell>
                  <Cell className="tabular-nums">{moneyWords(amount, currency)}</Cell>
                  <Cell>
                    <StateDot tone={tones.get(status) ?? 'neutral'}>{stateWords(status)}</StateDot>
                  </Cell>
                  <Cell className="whitespace-nowrap text-muted max-md:hidden">{dayWords(createdAt)}</Cell>
                  <Cell className="w-px">
                    <span className="flex justify-end gap-1.5">
                      <FileLink href={url} label={`Page of ${number}`} icon="page" />
                      <FileLink href={pdfUrl} label={`PDF of ${number}`} icon="pdf" />
                    </span>
                  </Cell>
                </Row>
              )}
            </TableBody>
          </Table>
          <Pager
            cursor={cursor}
            meta={query.data?.meta}
            onChange={(next) => void navigate({ search: (now) => ({ ...now, cursor: next }) })}
          />
        </>
      )}
    </section>
  )
}

/** A file of the provider, in a tab of its own; nothing where the link is none of the web. */
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
