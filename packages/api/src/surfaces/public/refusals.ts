import { reservedLocalParts } from '@inlet/contract'

const bySite = 'An invalid API key was sent (`invalid_api_key`), or the service is locked (`unlock_required`).'

/** The refusals of every call to a service’s inboxes. */
export const hostRefusals = {
  UNAUTHORIZED: bySite,
  FORBIDDEN: 'An API key was sent (`api_key_not_allowed`).',
  NOT_FOUND: 'There are no public inboxes on this host.',
  TOO_MANY_REQUESTS: 'Too many calls from this client.',
}

const reserved = `\`reserved_address\`: the mail of ${reservedLocalParts.map((each) => `\`${each}\``).join(', ')} proves who owns a domain`

/** The refusals of a call to one inbox. */
export const inboxRefusals = {
  ...hostRefusals,
  UNAUTHORIZED: `${bySite} Or the inbox has a password, which is missing (\`inbox_password_required\`) or wrong (\`inbox_password_invalid\`).`,
  FORBIDDEN: `An API key was sent (\`api_key_not_allowed\`), or the address is not open to visitors (${reserved}).`,
  TOO_MANY_REQUESTS: 'Too many calls from this client, or too many wrong passwords for this inbox or from this client.',
}

/** The refusals of a call that changes an inbox. */
export const ownerRefusals = {
  ...inboxRefusals,
  UNAUTHORIZED: `${inboxRefusals.UNAUTHORIZED} Or the address has an owner and no session was sent (\`session_required\`).`,
  FORBIDDEN: `An API key was sent (\`api_key_not_allowed\`), the address belongs to another session or to the service (\`wrong_session\`), or it is not open to visitors (${reserved}).`,
}
