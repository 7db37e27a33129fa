import type { Billing } from '@inlet/contract'

const counted = (count: number, one: string, many: string) => (count === 1 ? `one ${one}` : `${count} ${many}`)

/** What goes with a service, counted: "2 domains, 14 addresses with all their messages, no webhooks, and one member". */
export function formatUsage({ domains, addresses, webhooks, members }: Billing['usage']): string {
  const parts = [
    counted(domains.used, 'domain', 'domains'),
    addresses.used === 0
      ? 'no addresses'
      : `${counted(addresses.used, 'address', 'addresses')} with all ${addresses.used === 1 ? 'its' : 'their'} messages`,
    counted(webhooks.used, 'webhook', 'webhooks'),
  ]
  const access = members.used === 1 ? 'your own access' : `the access of ${members.used} members and invitations`
  return `${parts.join(', ')}, all API keys, and ${access}`
}
