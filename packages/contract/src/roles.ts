import { z } from 'zod'

/** Roles of a member of a service, smallest first; each may do what the ones before it may. */
export const roles = ['viewer', 'admin', 'owner'] as const
export const role = z.enum(roles)
export type Role = z.infer<typeof role>

/** Whether a member of role `held` may do what asks for at least `needed`. */
export const roleIncludes = (held: Role, needed: Role): boolean => roles.indexOf(held) >= roles.indexOf(needed)
