import { z } from 'zod'
import { emailInBody } from './email.ts'
import { example } from './examples.ts'
import { dataEnvelope, listEnvelope, pageInput } from './paging.ts'
import { roles } from './roles.ts'
import { timestampOut, ulid, ulidOut } from './scalars.ts'

/** Objects */

export const role = z.enum(roles)

/** A member of a service; one who was invited and has not accepted yet has no `userId`. */
const member = z
  .object({
    id: ulidOut.meta({ description: "Names the member in paths too, in place of the user's id." }),
    userId: ulidOut.nullable().meta({ description: 'null until the invited person has accepted.' }),
    email: z
      .string()
      .nullable()
      .meta({ description: 'The address that their provider verified, or the invited address.' }),
    name: z.string().nullable().meta({ description: 'The name at their provider.' }),
    role,
    createdAt: timestampOut,
  })
  .meta({
    id: 'Member',
    description: 'A user of a service, or an invitation to it.',
    examples: [
      {
        id: example.memberId,
        userId: example.userId,
        email: example.email,
        name: 'Ada',
        role: 'admin',
        createdAt: example.createdAt,
      },
    ],
  })
export type Member = z.infer<typeof member>

const serviceId = ulid.meta({ description: 'The service.', examples: [example.serviceId] })
const userId = ulid.meta({
  description: 'The id of the user, or of the member; an invitation has only the latter.',
  examples: [example.userId],
})
const roleInBody = role.meta({ description: 'Each role includes the ones before it.', examples: ['admin'] })

/** Endpoints: GET /services/:id/members */
export const listMembersInput = pageInput.extend({ id: serviceId })
export const listMembersOutput = listEnvelope(member)
export type ListMembersInput = z.infer<typeof listMembersInput>

/** Endpoints: POST /services/:id/members */
export const inviteMemberInput = z
  .object({
    id: serviceId,
    email: emailInBody,
    role: roleInBody,
  })
  .meta({ examples: [{ email: example.email, role: 'admin' }] })
export const inviteMemberOutput = dataEnvelope(member)
export type InviteMemberInput = z.infer<typeof inviteMemberInput>

/** Endpoints: PATCH /services/:id/members/:userId; `userId` may also be the member's own id, as an invitation has no other. */
export const changeMemberInput = z
  .object({ id: serviceId, userId, role: roleInBody })
  .meta({ examples: [{ role: 'viewer' }] })
export const changeMemberOutput = dataEnvelope(member)
export type ChangeMemberInput = z.infer<typeof changeMemberInput>

/** Endpoints: DELETE /services/:id/members/:userId */
export const removeMemberInput = z.object({ id: serviceId, userId })
export type RemoveMemberInput = z.infer<typeof removeMemberInput>
