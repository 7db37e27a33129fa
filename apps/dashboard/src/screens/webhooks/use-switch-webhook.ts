import { useMutation } from '@tanstack/react-query'
import { useTRPC } from '../../api/api-context.tsx'
import { errorText } from '../../api/call-error.ts'
import { useRefresh } from '../../api/use-refresh.ts'
import { toast } from '../../design/toast.ts'

/** Switches a webhook on and off; off can be undone from the notice. */
export function useSwitchWebhook(id: string) {
  const { dashboard } = useTRPC()
  const refresh = useRefresh()
  const { mutate, isPending } = useMutation(
    dashboard.changeWebhook.mutationOptions({
      onSuccess: ({ data: { state } }) => {
        if (state === 'enabled') return void toast('success', 'Webhook enabled')
        const undo = { label: 'Undo', onClick: () => mutate({ id, enabled: true }) }
        void toast('success', 'Webhook disabled. Deliveries wait until it is enabled', { action: undo })
      },
      onError: (error) => void toast('error', errorText(error)),
      onSettled: () => refresh(dashboard.listWebhooks, dashboard.readWebhook),
    }),
  )
  return { switchTo: (enabled: boolean) => mutate({ id, enabled }), isPending }
}
