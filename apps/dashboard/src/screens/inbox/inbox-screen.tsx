import { getRouteApi } from '@tanstack/react-router'
import { Code, Eraser } from 'lucide-react'
import { Button } from '../../design/button.tsx'
import { CopyButton } from '../../design/copy-button.tsx'
import { lazily } from '../../design/lazily.tsx'
import { PageHeader } from '../../shell/page-header.tsx'
import { useRefusal } from '../../shell/service-context.tsx'
import { AddressMenu } from './address-menu.tsx'
import { InboxPanes } from './inbox-panes.tsx'
import { useMessages } from './use-messages.ts'

const WaitDialog = lazily(() => import('./wait-dialog.tsx'), 'WaitDialog')
const ClearDialog = lazily(() => import('./clear-dialog.tsx'), 'ClearDialog')

const route = getRouteApi('/services/$serviceId/inbox/$address')

/** The mail of an address: the list, and beside it the open message. */
export function InboxScreen() {
  const { address } = route.useParams()
  // Another address is another screen: nothing of the one before is kept.
  return <Inbox key={address} address={address.toLowerCase()} />
}

function Inbox({ address }: { address: string }) {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const refusal = useRefusal('admin')
  const messages = useMessages(address, search)
  const showDialog = (dialog: 'wait' | 'clear' | undefined) =>
    void navigate({ search: (now) => ({ ...now, dialog }), resetScroll: false })
  const newest = messages.query.data?.rows[0]?.id

  return (
    // As high as the page, whose frame has a margin, and a bar where it is narrow: the panes scroll, not the page.
    <div className="flex h-[calc(100dvh-6rem)] min-h-96 flex-col sm:h-[calc(100dvh-7rem)] md:h-[calc(100dvh-4rem)]">
      {/* On a narrow page an open message takes the place of the head, but not of the page's title. */}
      {search.message !== undefined && <h1 className="sr-only lg:hidden">{address}</h1>}
      <div className={search.message === undefined ? '' : 'max-lg:hidden'}>
        <PageHeader
          title={address}
          beside={<CopyButton text={address} of="address" />}
          actions={
            <>
              <AddressMenu address={address} />
              <Button onClick={() => showDialog('wait')}>
                <Code aria-hidden className="max-sm:hidden" />
                Wait for a code
              </Button>
              <Button refusal={refusal} onClick={() => showDialog('clear')}>
                <Eraser aria-hidden className="max-sm:hidden" />
                Clear
              </Button>
            </>
          }
        />
      </div>
      <InboxPanes address={address} search={search} messages={messages} refusal={refusal} />
      {search.dialog === 'wait' && (
        <WaitDialog address={address} after={newest} onClose={() => showDialog(undefined)} />
      )}
      {search.dialog === 'clear' && refusal === null && (
        <ClearDialog
          address={address}
          onClose={() => showDialog(undefined)}
          onCleared={() => messages.change((list) => ({ rows: [], meta: { ...list.meta, hasMore: false } }))}
        />
      )}
    </div>
  )
}
