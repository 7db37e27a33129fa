/** Roles of a member of a service, smallest first; each includes the ones before it. */
export const roles = ['viewer', 'admin', 'owner'] as const
export type Role = (typeof roles)[number]

/** Whether a member of role `held` has the rights of the role `needed`. */
export const roleIncludes = (held: Role, needed: Role): boolean => roles.indexOf(held) >= roles.indexOf(needed)
