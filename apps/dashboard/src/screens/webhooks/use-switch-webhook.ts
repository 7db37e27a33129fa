import { useMutation } from '@tanstack/react-query'
import { useTRPC } from '../../api/api-context.tsx'
import { faultOf, faultWords } from '../../api/fault.ts'
import { toast } from '../../design/toast.ts'
import { useWebhooksChanged } from './use-webhooks-changed.ts'

/** Switches a webhook on and off; off can be undone from the notice. */
export function useSwitchWebhook(id: string) {
  const trpc = useTRPC()
  const webhooksChanged = useWebhooksChanged()
  const { mutate, isPending } = useMutation(
    trpc.dashboard.changeWebhook.mutationOptions({
      onSuccess: ({ data: { state } }) => {
        if (state === 'enabled') return void toast('success', 'The webhook is enabled')
        const undo = { label: 'Undo', onClick: () => mutate({ id, enabled: true }) }
        void toast('success', 'The webhook is disabled: its deliveries wait', { action: undo })
      },
      onError: (error) => void toast('error', faultWords(faultOf(error))),
      onSettled: webhooksChanged,
    }),
  )
  return { switchTo: (enabled: boolean) => mutate({ id, enabled }), isPending }
}
