import { z } from 'zod'
import { example } from './examples.ts'
import { role } from './members.ts'
import { dataEnvelope } from './paging.ts'
import { ulidOut } from './scalars.ts'

/** Endpoints: GET /me */
const me = z
  .object({
    id: ulidOut,
    email: z.string().nullable(),
    name: z.string().nullable(),
    services: z
      .array(z.object({ id: ulidOut, name: z.string(), role }))
      .meta({ description: 'The services of which the user is a member, sorted by name.' }),
  })
  .meta({
    id: 'Me',
    description: 'The user who made the call.',
    examples: [
      {
        id: example.userId,
        email: 'ada@example.com',
        name: 'Ada',
        services: [{ id: example.serviceId, name: 'Acme', role: 'owner' }],
      },
    ],
  })
export const readMeOutput = dataEnvelope(me)
export type Me = z.infer<typeof me>

/** Endpoint: DELETE /me/logins */
export const endLoginsInput = z.object({
  confirm: z.literal('everywhere').meta({
    description: 'Confirms that all logins should end.',
    examples: ['everywhere'],
  }),
})
