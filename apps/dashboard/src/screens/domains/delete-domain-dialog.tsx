import type { Domain } from '@inlet/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useTRPC } from '../../api/api-context.tsx'
import { ConfirmDialog } from '../../design/confirm-dialog.tsx'
import { toast } from '../../design/toast.ts'
import { useService } from '../../shell/service-context.tsx'
import { useDomainsChanged } from './use-domains-changed.ts'

interface DeleteDomainDialogProps {
  domain: Domain
  onClose: () => void
  onDeleted?: () => void
}

/** As many addresses are counted as a page has. */
const countedMax = 100

/** Deletes a domain, after its hostname was typed. */
export function DeleteDomainDialog({ domain, onClose, onDeleted }: DeleteDomainDialogProps) {
  const { id: serviceId } = useService()
  const { id, hostname } = domain
  const trpc = useTRPC()
  const domainsChanged = useDomainsChanged()
  const addresses = useQuery(
    trpc.integrator.listAddresses.queryOptions({ id: serviceId, hostname, limit: countedMax }, { staleTime: 0 }),
  )
  const { mutate, error, isPending } = useMutation(
    trpc.dashboard.removeDomain.mutationOptions({
      onSuccess: () => {
        onClose()
        onDeleted?.()
        void domainsChanged()
        void toast('success', 'Domain deleted')
      },
    }),
  )
  return (
    <ConfirmDialog
      onClose={onClose}
      title="Delete domain"
      loss={
        <>
          {lossOf(addresses.data)} From then on mail to {hostname} is refused. This cannot be undone.
        </>
      }
      name={hostname}
      submitLabel="Delete domain"
      isBusy={isPending}
      error={error}
      onConfirm={() => mutate({ id, confirm: hostname })}
    />
  )
}

interface CountedPage {
  data: readonly { messageCount: number }[]
  meta: { hasMore: boolean }
}

function lossOf(page: CountedPage | undefined): string {
  if (!page) return 'All addresses of the domain and their messages are deleted at once.'
  const { data, meta } = page
  if (data.length === 0) return 'The domain has no addresses.'
  const messages = data.reduce((sum, { messageCount }) => sum + messageCount, 0)
  if (meta.hasMore) return `More than ${data.length} addresses with more than ${messages} messages are deleted at once.`
  const addressText = data.length === 1 ? 'Its address' : `Its ${data.length} addresses`
  const messageText = messages === 1 ? 'a message' : `${messages} messages`
  return `${addressText} with ${messages === 0 ? 'no messages' : messageText} ${data.length === 1 ? 'is' : 'are'} deleted at once.`
}
