import { z } from 'zod'
import { emailInBody } from './email.ts'
import { dataEnvelope, listEnvelope, pageInput } from './paging.ts'
import { timestampOut, ulid, ulidOut } from './scalars.ts'

/** Objects */

/** Roles of a member of a service, smallest first; each includes the ones before it. */
export const roles = ['viewer', 'admin', 'owner'] as const
export const role = z.enum(roles)
export type Role = z.infer<typeof role>

/** Whether a member of role `held` has the rights of the role `needed`. */
export const roleIncludes = (held: Role, needed: Role): boolean => roles.indexOf(held) >= roles.indexOf(needed)

/** A member of a service; one who was invited and has not logged in yet has no `userId`. */
const member = z.object({
  id: ulidOut.meta({ description: "Names the member in paths too, in place of the user's id." }),
  userId: ulidOut.nullable(),
  email: z.string().nullable(),
  name: z.string().nullable(),
  role,
  createdAt: timestampOut,
})
export type Member = z.infer<typeof member>

/** Endpoints: GET /services/:id/members */
export const listMembersInput = pageInput.extend({ id: ulid })
export const listMembersOutput = listEnvelope(member)
export type ListMembersInput = z.infer<typeof listMembersInput>

/** Endpoints: POST /services/:id/members */
export const inviteMemberInput = z.object({ id: ulid, email: emailInBody, role })
export const inviteMemberOutput = dataEnvelope(member)
export type InviteMemberInput = z.infer<typeof inviteMemberInput>

/** Endpoints: PATCH /services/:id/members/:userId; `userId` may also be the member's own id, as an invitation has no other. */
export const changeMemberInput = z.object({ id: ulid, userId: ulid, role })
export const changeMemberOutput = dataEnvelope(member)
export type ChangeMemberInput = z.infer<typeof changeMemberInput>

/** Endpoints: DELETE /services/:id/members/:userId */
export const removeMemberInput = z.object({ id: ulid, userId: ulid })
export type RemoveMemberInput = z.infer<typeof removeMemberInput>
