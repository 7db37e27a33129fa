import type { Webhook } from '@inlet/contract'
import { Button } from '../../design/button.tsx'
import { DateTime } from '../../design/date-time.tsx'
import { useRefusal } from '../../shell/service-context.tsx'
import { Notice } from './notice.tsx'
import { useSwitchWebhook } from './use-switch-webhook.ts'
import { healthOf } from './webhook-health.ts'

const titles = {
  operator: 'This webhook is disabled',
  gone: 'This webhook was disabled: its receiver is gone',
  failing: 'This webhook was disabled after five days of failures',
}

/** Says that a webhook fails or is disabled, and what to do; nothing where all is well. */
export function WebhookNotice({ webhook }: { webhook: Webhook }) {
  const { id, state, disabledReason, failingSince } = webhook
  const refusal = useRefusal('admin')
  const { switchTo, isPending } = useSwitchWebhook(id)
  const { tone, problem } = healthOf(webhook)
  if (problem === null) return null
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
        This webhook started to fail <DateTime at={failingSince} />
      </>
    )
  return (
    <Notice tone={tone === 'danger' ? 'danger' : 'neutral'} title={title} action={enable}>
      {problem}
    </Notice>
  )
}
