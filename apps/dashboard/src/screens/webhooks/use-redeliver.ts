import { useMutation } from '@tanstack/react-query'
import { useTRPC } from '../../api/api-context.tsx'
import { faultOf, faultWords } from '../../api/fault.ts'
import { toast } from '../../design/toast.ts'
import { useDeliveriesChanged } from './use-webhooks-changed.ts'

/** Sends a delivery again, whatever its state. */
export function useRedeliver() {
  const trpc = useTRPC()
  const deliveriesChanged = useDeliveriesChanged()
  const { mutate, isPending } = useMutation(
    trpc.dashboard.redeliver.mutationOptions({
      onSuccess: () => void toast('success', 'The delivery is sent again'),
      onError: (error) => void toast('error', faultWords(faultOf(error))),
      onSettled: deliveriesChanged,
    }),
  )
  return { redeliver: (id: string) => isPending || mutate({ id }), isPending }
}
