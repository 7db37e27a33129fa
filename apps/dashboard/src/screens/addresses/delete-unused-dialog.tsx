import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTRPC } from '../../api/api-context.tsx'
import { useRefresh } from '../../api/use-refresh.ts'
import { Button } from '../../design/button.tsx'
import { ConfirmDialog } from '../../design/confirm-dialog.tsx'
import { Dialog, DialogBody, DialogFooter } from '../../design/dialog.tsx'
import { ErrorState } from '../../design/error-state.tsx'
import { toast } from '../../design/toast.ts'
import { useService } from '../../shell/service-context.tsx'
import { formatCount } from '../billing/format-amounts.ts'

const title = 'Delete unused addresses'

/** Deletes the addresses that visitors and first mails made and that hold no mail; it says first how many there are. */
export function DeleteUnusedDialog({ onClose }: { onClose: () => void }) {
  const { id } = useService()
  const trpc = useTRPC()
  const counted = useQuery(trpc.dashboard.countUnusedAddresses.queryOptions({ id }, { staleTime: 0, gcTime: 0 }))
  const { mutate, error, isPending, deleted } = useDeleteUnused(onClose)
  if (!counted.data) {
    const { error: failure, isFetching, refetch } = counted
    return <CountingDialog error={failure} onRetry={() => void refetch()} isRetrying={isFetching} onClose={onClose} />
  }
  const { data, meta } = counted.data
  if (data.count === 0 && !meta.hasMore && deleted === 0) return <NothingDialog onClose={onClose} />
  const number = meta.hasMore ? `at least ${formatCount(data.count)}` : formatCount(data.count)
  return (
    <ConfirmDialog
      onClose={onClose}
      title={title}
      loss={
        <>
          This deletes {number} {data.count === 1 ? 'address' : 'addresses'} without mail that visitors or first mails
          created, on all domains of this service, whatever the filters of the list. Visitors who have one open lose it.
          This cannot be undone.
          {deleted > 0 && <p className="mt-2 font-medium">{formatCount(deleted)} deleted so far.</p>}
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

/** Deletes step by step, until nothing is left or the dialog is closed. */
function useDeleteUnused(onDeleted: () => void) {
  const { dashboard, integrator } = useTRPC()
  const refresh = useRefresh()
  const step = useMutation(dashboard.deleteUnusedAddresses.mutationOptions())
  const [deleted, setDeleted] = useState(0)
  const isOpen = useRef(true)
  useEffect(() => {
    isOpen.current = true
    return () => {
      isOpen.current = false
    }
  }, [])
  const all = useMutation({
    async mutationFn(id: string) {
      let sum = deleted
      let cursor: string | undefined
      do {
        const { data, meta } = await step.mutateAsync({ id, cursor })
        sum += data.deletedCount
        setDeleted(sum)
        cursor = meta.hasMore ? meta.cursor : undefined
      } while (cursor !== undefined && isOpen.current)
      return sum
    },
    onSuccess(sum) {
      void toast('success', sum === 1 ? '1 address deleted' : `${formatCount(sum)} addresses deleted`)
      if (isOpen.current) onDeleted()
    },
    onSettled: () => void refresh(integrator.listAddresses),
  })
  return { ...all, deleted }
}

interface CountingDialogProps {
  error: unknown
  onRetry: () => void
  isRetrying: boolean
  onClose: () => void
}

const CountingDialog = ({ error, onRetry, isRetrying, onClose }: CountingDialogProps) => (
  <Dialog onClose={onClose} title={title} size="small">
    <DialogBody>
      {error ? (
        <ErrorState
          title="The unused addresses could not be counted"
          error={error}
          onRetry={onRetry}
          isRetrying={isRetrying}
        />
      ) : (
        <p className="text-muted text-ui">Counting the unused addresses…</p>
      )}
    </DialogBody>
  </Dialog>
)

const NothingDialog = ({ onClose }: { onClose: () => void }) => (
  <Dialog onClose={onClose} title={title} size="small">
    <DialogBody>
      <p className="text-muted text-ui">There are no addresses without mail that visitors or first mails created.</p>
    </DialogBody>
    <DialogFooter>
      <Button variant="primary" onClick={onClose}>
        Done
      </Button>
    </DialogFooter>
  </Dialog>
)
