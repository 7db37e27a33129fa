import { emailInBody } from '@inlet/contract'
import { z } from 'zod'
import type { Given, Option } from './command.ts'
import { readOptions } from './read-options.ts'

/** The option that names an account. */
export const emailOption: Record<string, Option> = {
  email: { value: 'EMAIL', about: 'What they log in with', isRequired: true },
}

/** The address of the account that was named. @throws UsageError */
export const accountEmail = (given: Given): string =>
  readOptions({ schema: z.object({ email: emailInBody }), given, from: { email: 'email' } }).email
