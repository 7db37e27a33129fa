import type { Role } from '@inlet/contract'

/** The roles, with what each may do. */
export const roleChoices: readonly { value: Role; label: string; hint: string }[] = [
  { value: 'viewer', label: 'Viewer', hint: 'Sees everything, changes nothing' },
  { value: 'admin', label: 'Admin', hint: 'Changes domains, addresses, keys, webhooks and branding' },
  { value: 'owner', label: 'Owner', hint: 'Also members, billing, and deleting the service' },
]
