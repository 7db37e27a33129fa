import type { Webhook } from '@inlet/contract'
import { Button } from '../../design/button.tsx'
import { DateTime } from '../../design/date-time.tsx'
import { useRefusal } from '../../shell/service-context.tsx'
import { Notice } from './notice.tsx'
import { useSwitchWebhook } from './use-switch-webhook.ts'
import { healthOf } from './webhook-health.ts'

const titles = {
  operator: 'This webhook is disabled',
  gone: 'This webhook has disabled itself: its receiver is gone',
  failing: 'This webhook has disabled itself after five days of failure',
}

/** Says that a webhook fails or is disabled, and what to do; nothing where all is well. */
export function WebhookNotice({ webhook }: { webhook: Webhook }) {
  const { id, state, disabledReason, failingSince } = webhook
  const refusal = useRefusal('admin')
  const { switchTo, isPending } = useSwitchWebhook(id)
  const { tone, trouble } = healthOf(webhook)
  if (trouble === null) return null
  const enable = state === 'disabled' && (
    <Button refusal={refusal} isBusy={isPending} onClick={() => switchTo(true)}>
      Enable
    </Button>
  )
  const title =
    state === 'disabled' ? (
      titles[disabledReason ?? 'operator']
    ) : (
      <>
        This webhook began to fail <DateTime at={failingSince} />
      </>
    )
  return (
    <Notice tone={tone === 'danger' ? 'danger' : 'neutral'} title={title} action={enable}>
      {trouble}
    </Notice>
  )
}
