import { z } from 'zod'
import { ulidOut } from './ids.ts'
import { dataEnvelope } from './paging.ts'
import { role } from './roles.ts'

/** Endpoints: GET /me */
const me = z.object({
  id: ulidOut,
  email: z.string().nullable(),
  name: z.string().nullable(),
  services: z.array(z.object({ id: ulidOut, name: z.string(), role })),
})
export const readMeOutput = dataEnvelope(me)
export type Me = z.infer<typeof me>
