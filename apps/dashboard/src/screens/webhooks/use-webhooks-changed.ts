import { useQueryClient } from '@tanstack/react-query'
import { useTRPC } from '../../api/api-context.tsx'

/** Has the webhooks, and what is known of each, read anew. */
export function useWebhooksChanged(): () => Promise<unknown> {
  const { dashboard } = useTRPC()
  const queryClient = useQueryClient()
  const old = [dashboard.listWebhooks.pathKey(), dashboard.readWebhook.pathKey()]
  return () => Promise.all(old.map((queryKey) => queryClient.invalidateQueries({ queryKey })))
}

/** Has the deliveries, and the one that is open, read anew. */
export function useDeliveriesChanged(): () => Promise<unknown> {
  const { dashboard } = useTRPC()
  const queryClient = useQueryClient()
  const old = [dashboard.listDeliveries.pathKey(), dashboard.readDelivery.pathKey()]
  return () => Promise.all(old.map((queryKey) => queryClient.invalidateQueries({ queryKey })))
}
