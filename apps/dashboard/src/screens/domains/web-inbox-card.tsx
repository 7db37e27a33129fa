import { type Domain, isWildcard } from '@inlet/contract'
import { useMutation } from '@tanstack/react-query'
import { ExternalLink } from 'lucide-react'
import { useTRPC } from '../../api/api-context.tsx'
import { Card } from '../../design/card.tsx'
import { InlineError } from '../../design/inline-error.tsx'
import { Switch } from '../../design/switch.tsx'
import { toast } from '../../design/toast.ts'
import { useConfig } from '../../session/session-context.tsx'
import { useRefusal } from '../../shell/service-context.tsx'
import { useDomainsChanged } from './use-domains-changed.ts'

/** Opens the inboxes of a domain for visitors, or closes them. */
export function WebInboxCard({ domain }: { domain: Domain }) {
  const { id, hostname, state, publicInbox } = domain
  const trpc = useTRPC()
  const refusal = useRefusal('admin')
  const domainsChanged = useDomainsChanged()
  const { mutate, variables, error, isPending } = useMutation(
    trpc.dashboard.changeDomain.mutationOptions({
      onSuccess: ({ data }) => {
        void domainsChanged(data)
        const undo = { label: 'Undo', onClick: () => mutate({ id, publicInbox: !data.publicInbox }) }
        const text = data.publicInbox ? 'Web inbox opened' : 'Web inbox closed'
        void toast('success', text, { action: undo })
      },
    }),
  )
  const isOn = isPending ? variables.publicInbox : publicInbox
  return (
    <Card
      title="Web inbox"
      description="Visitors can open any inbox of this domain in the browser, and the first mail to a new address creates it."
      action={
        <Switch
          label="Web inbox"
          isOn={isOn}
          refusal={state === 'lost' ? 'The domain is lost: it does not receive mail' : refusal}
          onChange={(next) => mutate({ id, publicInbox: next })}
        />
      }
    >
      <div className="grid gap-3 text-ui">
        {publicInbox ? <PageLink hostname={hostname} /> : <ClosedText />}
        <InlineError error={error} />
      </div>
    </Card>
  )
}

const ClosedText = () => (
  <p className="text-muted">Closed: only the members of this service and its API keys read its mail.</p>
)

function PageLink({ hostname }: { hostname: string }) {
  const { publicUrl } = useConfig()
  if (isWildcard(hostname)) return <p className="text-muted">Open: each host under {hostname} has a page of its own.</p>
  const url = Object.assign(new URL(publicUrl), { hostname, pathname: '/' })
  return (
    <p className="text-muted">
      Open at{' '}
      <a
        href={url.href}
        target="_blank"
        rel="noopener noreferrer"
        className="inline-flex items-center gap-1 text-accent underline underline-offset-2"
      >
        {url.host}
        <ExternalLink aria-hidden className="size-3.5" />
        <span className="sr-only">(opens a new tab)</span>
      </a>
    </p>
  )
}
