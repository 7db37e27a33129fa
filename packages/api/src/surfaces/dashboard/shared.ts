import { z } from 'zod'

/** The output of a procedure that is 204. */
export const noContent = z.void()

/** The refusals of a procedure that changes a record, which takes the role admin. */
export const memberRefusals = (noun: string) => ({
  FORBIDDEN: 'An API key was sent (`api_key_not_allowed`), or the user’s role is viewer (`insufficient_role`).',
  NOT_FOUND: `There is no such ${noun} in a service that the user is a member of.`,
})
