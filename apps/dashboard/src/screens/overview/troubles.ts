import type { Billing, Domain, QuotaName, Webhook } from '@inlet/contract'
import { hostOf } from '../webhooks/webhook-health.ts'

/** Something that needs attention, and the screen where it is mended. */
export interface Trouble {
  key: string
  tone: 'danger' | 'warn'
  /** What it is about: a host, which may be anything. Null where the sentence says all. */
  subject: string | null
  words: string
  /** Since when it is so. */
  since: string | null
  to: '/services/$serviceId/domains' | '/services/$serviceId/webhooks' | '/services/$serviceId/billing'
}

interface Records {
  domains: readonly Domain[]
  webhooks: readonly Webhook[]
  billing: Billing | undefined
}

/** What is wrong with a service, the worst first. */
export function troublesOf({ domains, webhooks, billing }: Records): Trouble[] {
  const all = [
    ...(billing ? troublesOfPlan(billing) : []),
    ...webhooks.flatMap((webhook) => troubleOfWebhook(webhook) ?? []),
    ...domains.flatMap((domain) => troubleOfDomain(domain) ?? []),
  ]
  return all.toSorted((a, b) => a.tone.localeCompare(b.tone))
}

const domainWords: Record<Domain['state'], Pick<Trouble, 'tone' | 'words'> | null> = {
  verified: null,
  pending: { tone: 'warn', words: 'receives no mail yet: its DNS records were not found' },
  failing: { tone: 'danger', words: 'misses a DNS record that it had; its mail may stop' },
  lost: { tone: 'warn', words: 'was proven by another service and receives nothing here' },
}

function troubleOfDomain({ id, hostname, state }: Domain): Trouble | null {
  const words = domainWords[state]
  return words && { key: id, subject: hostname, since: null, to: '/services/$serviceId/domains', ...words }
}

function troubleOfWebhook({ id, url, state, disabledReason, failingSince }: Webhook): Trouble | null {
  const trouble = { key: id, tone: 'danger', subject: hostOf(url), to: '/services/$serviceId/webhooks' } as const
  if (disabledReason === 'gone') {
    return { ...trouble, words: 'wants no more events (410 Gone); its webhook is disabled', since: null }
  }
  if (disabledReason === 'failing') {
    return { ...trouble, words: 'failed for five days; its webhook is disabled', since: null }
  }
  if (state === 'disabled' || failingSince === null) return null
  return { ...trouble, words: 'accepts no events; the first failure was', since: failingSince }
}

const quotaWords: Record<QuotaName, string> = {
  messagesPerMonth: 'The messages of this period are used up: new mail is deferred, and senders try again.',
  addresses: 'There are more addresses than the plan has: none can be added.',
  domains: 'There are more domains than the plan has: none can be added.',
  webhooks: 'There are more webhooks than the plan has: none can be added.',
  members: 'There are more members than the plan has: none can be added.',
}

function troublesOfPlan({ overQuota, status }: Billing): Trouble[] {
  const shared = { subject: null, since: null, to: '/services/$serviceId/billing' } as const
  const unpaid: Trouble[] =
    status === 'past_due'
      ? [{ ...shared, key: 'past_due', tone: 'danger', words: 'The last payment of the plan failed.' }]
      : []
  return [
    ...unpaid,
    ...overQuota.map((quota): Trouble => {
      const tone = quota === 'messagesPerMonth' ? 'danger' : 'warn'
      return { ...shared, key: quota, tone, words: quotaWords[quota] }
    }),
  ]
}
