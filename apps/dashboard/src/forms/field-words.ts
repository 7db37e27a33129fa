import type { z } from 'zod'

/** What is wrong with a field, for a person in front of it; undefined leaves the contract's own words. */
export const fieldWords: z.core.$ZodErrorMap = (issue) => {
  if (issue.code === 'too_small' && issue.origin === 'string' && issue.minimum === 1) return 'Fill this in'
  if (issue.code === 'too_small' && issue.origin === 'array') return 'Choose at least one'
  if (issue.code === 'too_big' && issue.origin === 'string') return `At most ${issue.maximum} characters`
  return undefined
}
