import { useMutation } from '@tanstack/react-query'
import { useTRPC } from '../../api/api-context.tsx'
import { errorText } from '../../api/call-error.ts'
import { useRefresh } from '../../api/use-refresh.ts'
import { toast } from '../../design/toast.ts'

/** Sends a delivery again, whatever its state. */
export function useRedeliver() {
  const { dashboard } = useTRPC()
  const refresh = useRefresh()
  const { mutate, isPending } = useMutation(
    dashboard.redeliver.mutationOptions({
      onSuccess: () => void toast('success', 'Resending the delivery'),
      onError: (error) => void toast('error', errorText(error)),
      onSettled: () => refresh(dashboard.listDeliveries, dashboard.readDelivery),
    }),
  )
  return { redeliver: (id: string) => isPending || mutate({ id }), isPending }
}
