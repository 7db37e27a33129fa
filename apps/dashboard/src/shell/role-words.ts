import type { Role } from '@inlet/contract'

/** The roles by their names for people. */
export const roleWords: Record<Role, string> = { viewer: 'Viewer', admin: 'Admin', owner: 'Owner' }
