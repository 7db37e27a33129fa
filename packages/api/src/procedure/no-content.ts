import { z } from 'zod'

/** The output of a procedure that is 204. */
export const noContent = z.void()
