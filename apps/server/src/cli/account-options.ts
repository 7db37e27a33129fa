import { emailInBody } from '@inlet/contract'
import { z } from 'zod'
import type { GivenOptions, Option } from './command.ts'
import { readOptions } from './read-options.ts'

/** The option that names an account. */
export const emailOption: Record<string, Option> = {
  email: { value: 'EMAIL', about: 'The e-mail address of the account', isRequired: true },
}

/** The e-mail address of the account. @throws UsageError */
export const accountEmail = (given: GivenOptions): string =>
  readOptions({ schema: z.object({ email: emailInBody }), given, from: { email: 'email' } }).email
