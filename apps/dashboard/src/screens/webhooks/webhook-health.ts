import type { Webhook } from '@inlet/contract'
import type { Tone } from '../../design/badge.tsx'

/** How a webhook is doing, in the words of the page. */
export interface WebhookHealth {
  tone: Tone
  word: string
  /** What is wrong, and what to do, in a sentence or two; null where nothing is. */
  trouble: string | null
}

const disabled: Record<NonNullable<Webhook['disabledReason']>, WebhookHealth> = {
  operator: {
    tone: 'neutral',
    word: 'Disabled',
    trouble: 'It was switched off by a person. Its deliveries wait, and are sent once it is enabled.',
  },
  gone: {
    tone: 'danger',
    word: 'Disabled: gone',
    trouble:
      'The receiver answered 410 Gone, which says that it wants no more events. Correct the URL, or have the receiver answer again, then enable the webhook: the deliveries that wait are sent.',
  },
  failing: {
    tone: 'danger',
    word: 'Disabled: failing',
    trouble:
      'For five days every delivery failed. Mend the receiver, then enable the webhook: the deliveries that wait are sent. Those that have failed for good are sent again by “Recover failed deliveries”.',
  },
}

/** Tells how a webhook is doing. */
export function healthOf({ state, disabledReason, failingSince, lastSuccessAt }: Webhook): WebhookHealth {
  if (state === 'disabled') return disabled[disabledReason ?? 'operator']
  if (failingSince !== null) {
    return {
      tone: 'danger',
      word: 'Failing',
      trouble:
        'No delivery has succeeded since then. Each one is tried eight times within about 28 hours, and the webhook is disabled after five days of nothing but failure. The attempts below say what the receiver answered.',
    }
  }
  if (lastSuccessAt === null) return { tone: 'accent', word: 'No delivery yet', trouble: null }
  return { tone: 'good', word: 'Enabled', trouble: null }
}

/** The host of a URL, to call a webhook by: the path and the query often contain a secret. */
export function hostOf(url: string): string {
  return URL.parse(url)?.host ?? url
}
