import type { Webhook } from '@inlet/contract'
import type { Tone } from '../../design/badge.tsx'

/** The health of a webhook, as the page shows it. */
export interface WebhookHealth {
  tone: Tone
  label: string
  /** What is wrong and what to do; null where all is well. */
  problem: string | null
}

const disabled: Record<NonNullable<Webhook['disabledReason']>, WebhookHealth> = {
  operator: {
    tone: 'neutral',
    label: 'Disabled',
    problem: 'A member disabled it. Its deliveries wait and are sent once it is enabled.',
  },
  gone: {
    tone: 'danger',
    label: 'Disabled: gone',
    problem:
      'The receiver answered 410 Gone, which means that it wants no more events. Correct the URL or fix the receiver, then enable the webhook to send the waiting deliveries.',
  },
  failing: {
    tone: 'danger',
    label: 'Disabled: failing',
    problem:
      'Every delivery failed for five days. Fix the receiver, then enable the webhook to send the waiting deliveries. Use “Recover failed deliveries” to resend those that failed for good.',
  },
}

/** Reads the health of a webhook from its fields. */
export function healthOf({ state, disabledReason, failingSince, lastSuccessAt }: Webhook): WebhookHealth {
  if (state === 'disabled') return disabled[disabledReason ?? 'operator']
  if (failingSince !== null) {
    return {
      tone: 'danger',
      label: 'Failing',
      problem:
        'No delivery has succeeded since then. Each one is attempted eight times within about 28 hours, and the webhook is disabled after five days without a success. The attempts below show what the receiver answered.',
    }
  }
  if (lastSuccessAt === null) return { tone: 'accent', label: 'Not called yet', problem: null }
  return { tone: 'good', label: 'Enabled', problem: null }
}

/** The host of a URL, to call a webhook by: the path and the query often contain a secret. */
export function hostOf(url: string): string {
  return URL.parse(url)?.host ?? url
}
