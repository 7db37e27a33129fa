import { z } from 'zod'
import { detailParams } from './detail-codes.ts'
import { example } from './examples.ts'
import { foldHostname } from './mail-address.ts'

// ASCII only: some letters of other scripts fold to ASCII letters, so that two people would have the same address.
const mailboxPattern = /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}$/

/**
 * Folds a person's e-mail address to the form that is stored and compared: lower case, host as A-labels.
 * @returns null where it is none, or its local part is not ASCII
 */
export function foldEmail(text: string): string | null {
  const at = text.lastIndexOf('@')
  const mailbox = text.slice(0, at)
  const hostname = foldHostname(text.slice(at + 1))
  return at > 0 && hostname && mailboxPattern.test(mailbox) ? `${mailbox.toLowerCase()}@${hostname}` : null
}

/** A person's e-mail address in a body, folded. */
export const emailInBody = z
  .string()
  .max(320)
  .meta({
    description: 'A person’s e-mail address; case is ignored.',
    // Every ASCII address with a domain; hosts in other scripts are accepted too.
    pattern:
      "^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\\.)+[A-Za-z]{2,63}$",
    maxLength: 254,
    examples: [example.email],
  })
  .transform((text, context) => {
    const folded = foldEmail(text.trim())
    if (folded) return folded
    context.addIssue({ code: 'custom', message: 'Not an e-mail address', params: detailParams('invalid_email') })
    return z.NEVER
  })
