import type { Role } from '@inlet/contract'

/** The names of the roles on the page. */
export const roleLabels: Record<Role, string> = { viewer: 'Viewer', admin: 'Admin', owner: 'Owner' }

/** The roles, with what each may do. */
export const roleChoices: readonly { value: Role; label: string; hint: string }[] = [
  { value: 'viewer', label: roleLabels.viewer, hint: 'Sees everything, changes nothing' },
  { value: 'admin', label: roleLabels.admin, hint: 'Changes domains, addresses, keys, webhooks and branding' },
  { value: 'owner', label: roleLabels.owner, hint: 'Also members, billing, and deleting the service' },
]
