import { z } from 'zod'
import { example } from './examples.ts'
import { role } from './members.ts'
import { dataEnvelope } from './paging.ts'
import { timestampOut, ulid, ulidOut } from './scalars.ts'

/** Objects */

/** An invitation as the invited person sees it; to the service it is a `Member` without `userId`. */
const invitation = z
  .object({
    id: ulidOut,
    service: z.object({ id: ulidOut, name: z.string() }),
    role,
    invitedBy: z.string().nullable().meta({
      description:
        'The verified e-mail address of the user who invited; null where there is none, or the operator did.',
    }),
    createdAt: timestampOut,
  })
  .meta({
    id: 'Invitation',
    description: 'An invitation of the user to a service.',
    examples: [
      {
        id: example.memberId,
        service: { id: example.serviceId, name: example.serviceName },
        role: 'admin',
        invitedBy: 'olga@example.com',
        createdAt: example.createdAt,
      },
    ],
  })
export type Invitation = z.infer<typeof invitation>

/** Endpoints: GET /invitations */
export const listInvitationsInput = z.object({})
export const listInvitationsOutput = dataEnvelope(z.array(invitation))

/** Endpoints: POST /invitations/:id/accept, POST /invitations/:id/decline */
export const answerInvitationInput = z.object({
  id: ulid.meta({ description: 'The invitation.', examples: [example.memberId] }),
})
export const answerInvitationOutput = dataEnvelope(invitation)
