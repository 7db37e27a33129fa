import { useMutation } from '@tanstack/react-query'
import { useTRPC } from '../../api/api-context.tsx'
import { Button } from '../../design/button.tsx'
import { InlineError } from '../../design/inline-error.tsx'
import { useRefusal, useService } from '../../shell/service-context.tsx'
import { goTo } from './go-to.ts'

/** Leads to the provider's page where one changes how the service is paid; in a row that wraps. */
export function ManagePayment() {
  const { id } = useService()
  const trpc = useTRPC()
  const refusal = useRefusal('owner')
  const { mutate, error, isPending, isSuccess } = useMutation(
    trpc.dashboard.openBillingPortal.mutationOptions({ onSuccess: ({ data }) => goTo(data.url) }),
  )
  return (
    <>
      <Button size="small" refusal={refusal} isBusy={isPending || isSuccess} onClick={() => mutate({ id })}>
        Manage payment
      </Button>
      <div className="w-full empty:hidden">
        <InlineError error={error} />
      </div>
    </>
  )
}
