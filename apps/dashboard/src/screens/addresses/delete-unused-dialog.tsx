import { useMutation, useQuery } from '@tanstack/react-query'
import { useTRPC } from '../../api/api-context.tsx'
import { useRefresh } from '../../api/use-refresh.ts'
import { Button } from '../../design/button.tsx'
import { ConfirmDialog } from '../../design/confirm-dialog.tsx'
import { Dialog, DialogBody, DialogFooter } from '../../design/dialog.tsx'
import { InlineError } from '../../design/inline-error.tsx'
import { Skeleton } from '../../design/skeleton.tsx'
import { toast } from '../../design/toast.ts'
import { useService } from '../../shell/service-context.tsx'
import { formatCount } from '../billing/format-amounts.ts'

const title = 'Delete unused addresses'

/** Deletes the addresses that visitors and first mails made and that hold no mail; it says first how many there are. */
export function DeleteUnusedDialog({ onClose }: { onClose: () => void }) {
  const { id } = useService()
  const trpc = useTRPC()
  const counted = useQuery(trpc.dashboard.countUnusedAddresses.queryOptions({ id }, { staleTime: 0, gcTime: 0 }))
  const { mutate, error, isPending } = useDeleteUnused(onClose)
  if (!counted.data) return <CountingDialog error={counted.error} onClose={onClose} />
  const { data, meta } = counted.data
  if (data.count === 0 && !meta.hasMore) return <NothingDialog onClose={onClose} />
  const number = meta.hasMore ? `At least ${formatCount(data.count)}` : formatCount(data.count)
  return (
    <ConfirmDialog
      onClose={onClose}
      title={title}
      loss={
        <>
          {number} {data.count === 1 ? 'address' : 'addresses'} made by visitors or first mails without any mail:
          deleted at once. Visitors who have one open lose it. This cannot be undone.
        </>
      }
      name={null}
      submitLabel="Delete unused"
      isBusy={isPending}
      error={error}
      onConfirm={() => mutate(id)}
    />
  )
}

/** Deletes step by step, until nothing is left. */
function useDeleteUnused(onDeleted: () => void) {
  const { dashboard, integrator } = useTRPC()
  const refresh = useRefresh()
  const step = useMutation(dashboard.deleteUnusedAddresses.mutationOptions())
  return useMutation({
    async mutationFn(id: string) {
      let deleted = 0
      let cursor: string | undefined
      do {
        const { data, meta } = await step.mutateAsync({ id, cursor })
        deleted += data.deletedCount
        cursor = meta.hasMore ? meta.cursor : undefined
      } while (cursor !== undefined)
      return deleted
    },
    onSuccess(deleted) {
      void toast('success', deleted === 1 ? '1 address deleted' : `${formatCount(deleted)} addresses deleted`)
      onDeleted()
    },
    onSettled: () => void refresh(integrator.listAddresses),
  })
}

const CountingDialog = ({ error, onClose }: { error: unknown; onClose: () => void }) => (
  <Dialog onClose={onClose} title={title}>
    <DialogBody>
      {error ? (
        <InlineError error={error} />
      ) : (
        <>
          <span className="sr-only">Counting</span>
          <Skeleton className="h-8 w-full" />
        </>
      )}
    </DialogBody>
  </Dialog>
)

const NothingDialog = ({ onClose }: { onClose: () => void }) => (
  <Dialog onClose={onClose} title={title} size="small">
    <DialogBody>
      <p className="text-muted text-ui">Every address that visitors or first mails made holds mail.</p>
    </DialogBody>
    <DialogFooter>
      <Button variant="primary" onClick={onClose}>
        Done
      </Button>
    </DialogFooter>
  </Dialog>
)
