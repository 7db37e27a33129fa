import type { Role } from '@inlet/contract'

/** The refusal of a procedure that every user may call, or every member. */
export const onlyUsers = { FORBIDDEN: 'An API key was sent (`api_key_not_allowed`).' }

/** The refusal of a procedure that names a record. */
export const noSuch = (noun: string) => ({
  NOT_FOUND: `There is no such ${noun} in a service that the user is a member of.`,
})

/** The refusal of a list whose filters may need a search; `filters` says which. */
export const overSearches = (filters: string) => ({
  TOO_MANY_REQUESTS: `Too many calls of this user, too many failed credentials from this client, or, with ${filters}, too many searches at the same time.`,
})

/** The refusal of a procedure that makes something of which a plan has only so much. */
export const overQuota = { PAYMENT_REQUIRED: 'The service has reached a limit of its plan (`quota_exceeded`).' }

/** The refusal of a procedure that sends deliveries to webhooks. */
export const overDeliveries = {
  TOO_MANY_REQUESTS:
    'Too many calls of this user, too many failed credentials from this client, or the service has had its webhook deliveries of this minute.',
}

/** The refusals of a procedure that changes a record, which takes the role admin, or another one. */
export const memberRefusals = (noun: string, role: Exclude<Role, 'viewer'> = 'admin') => ({
  FORBIDDEN: `An API key was sent (\`api_key_not_allowed\`), or the user’s role is ${role === 'admin' ? 'viewer' : 'viewer or admin'} (\`insufficient_role\`).`,
  ...noSuch(noun),
})
