import type { Billing, Domain, QuotaName, Webhook } from '@inlet/contract'
import { hostOf } from '../webhooks/webhook-health.ts'

/** Something that needs attention, and the screen where it is mended. */
export interface Problem {
  key: string
  tone: 'danger' | 'warn'
  /** What it is about: a host, which may be anything. Null where the sentence says all. */
  subject: string | null
  text: string
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
export function troublesOf({ domains, webhooks, billing }: Records): Problem[] {
  const all = [
    ...(billing ? troublesOfPlan(billing) : []),
    ...webhooks.flatMap((webhook) => troubleOfWebhook(webhook) ?? []),
    ...domains.flatMap((domain) => troubleOfDomain(domain) ?? []),
  ]
  return all.toSorted((a, b) => a.tone.localeCompare(b.tone))
}

const domainProblems: Record<Domain['state'], Pick<Problem, 'tone' | 'text'> | null> = {
  verified: null,
  pending: { tone: 'warn', text: 'does not receive mail yet: its DNS records were not found' },
  failing: { tone: 'danger', text: 'has lost a DNS record; its mail may stop' },
  lost: { tone: 'warn', text: 'was verified by another service and no longer receives mail here' },
}

function troubleOfDomain({ id, hostname, state }: Domain): Problem | null {
  const text = domainProblems[state]
  return text && { key: id, subject: hostname, since: null, to: '/services/$serviceId/domains', ...text }
}

function troubleOfWebhook({ id, url, state, disabledReason, failingSince }: Webhook): Problem | null {
  const problem = { key: id, tone: 'danger', subject: hostOf(url), to: '/services/$serviceId/webhooks' } as const
  if (disabledReason === 'gone') {
    return { ...problem, text: 'answered 410 Gone; its webhook is disabled', since: null }
  }
  if (disabledReason === 'failing') {
    return { ...problem, text: 'failed for five days; its webhook is disabled', since: null }
  }
  if (state === 'disabled' || failingSince === null) return null
  return { ...problem, text: 'has not accepted any event since', since: failingSince }
}

const quotaProblems: Record<QuotaName, string> = {
  messagesPerMonth: 'This period’s messages are used up: new mail is deferred, and senders retry.',
  addresses: 'The address limit of the plan is exceeded: you cannot add more.',
  domains: 'The domain limit of the plan is exceeded: you cannot add more.',
  webhooks: 'The webhook limit of the plan is exceeded: you cannot add more.',
  members: 'The member limit of the plan is exceeded: you cannot add more.',
}

function troublesOfPlan({ overQuota, status }: Billing): Problem[] {
  const shared = { subject: null, since: null, to: '/services/$serviceId/billing' } as const
  const unpaid: Problem[] =
    status === 'past_due' ? [{ ...shared, key: 'past_due', tone: 'danger', text: 'The last payment failed.' }] : []
  return [
    ...unpaid,
    ...overQuota.map((quota): Problem => {
      const tone = quota === 'messagesPerMonth' ? 'danger' : 'warn'
      return { ...shared, key: quota, tone, text: quotaProblems[quota] }
    }),
  ]
}
