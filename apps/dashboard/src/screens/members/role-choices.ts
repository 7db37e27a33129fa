import type { Role } from '@inlet/contract'
import { roleWords } from '../../shell/role-words.ts'

/** The roles, with what each may do. */
export const roleChoices: readonly { value: Role; label: string; hint: string }[] = [
  { value: 'viewer', label: roleWords.viewer, hint: 'Sees everything, changes nothing' },
  { value: 'admin', label: roleWords.admin, hint: 'Changes domains, addresses, keys, webhooks and branding' },
  { value: 'owner', label: roleWords.owner, hint: 'Also members, billing, and deleting the service' },
]
