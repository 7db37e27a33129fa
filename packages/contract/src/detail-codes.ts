import type { ErrorCode, SmtpAnswer } from './error-codes.ts'
import { limits } from './limits.ts'

/** The facts of a detail code; a throw may give a more specific path and message. */
interface DetailFacts {
  /** The error that it belongs to, and by it its status. */
  error: ErrorCode
  /** The input's field; `''` where it is no field's error. */
  path: string
  message: string
  /** The message of the whole error, where that is not the detail's. */
  errorMessage?: string
  /** Whether an operation of the OpenAPI document has it; others occur over SMTP, at the command line or in a tRPC batch only. */
  isInDocument: boolean
  /** Whether only the web inbox has it. */
  isOfVisitors?: boolean
  /** The SMTP reply, where it is not that of the error. */
  smtp?: SmtpAnswer
}

/** Found by a schema in one field. */
const inField = (path: string, message: string): DetailFacts => ({
  error: 'BAD_REQUEST',
  path,
  message,
  errorMessage: `${path}: ${message}`,
  isInDocument: true,
})

const documented = (error: ErrorCode, path: string, message: string): DetailFacts => ({
  error,
  path,
  message,
  isInDocument: true,
})

const ofVisitors = (error: ErrorCode, path: string, message: string): DetailFacts => ({
  ...documented(error, path, message),
  isOfVisitors: true,
})

const undocumented = (error: ErrorCode, path: string, message: string): DetailFacts => ({
  error,
  path,
  message,
  isInDocument: false,
})

const table = {
  too_small: inField('limit', 'expected a whole number from 1 to 100'),
  too_big: inField('limit', 'expected a whole number from 1 to 100'),
  invalid_type: inField('domainId', 'missing: expected a ULID: 26 upper-case characters of Crockford base32'),
  invalid_format: inField('id', 'expected a ULID: 26 upper-case characters of Crockford base32'),
  invalid_value: inField('hasOtp', 'expected true or nothing'),
  invalid_address: inField('address', 'expected a complete address such as code@example.com: there is no @ in it'),
  unknown_parameter: inField('hasotp', 'unknown parameter: did you mean hasOtp?'),
  repeated_value: inField(
    'include',
    'expected one or more of links, attachments, attachmentContents, headers, action, separated by commas and each once',
  ),
  conflicting_parameters: inField('cursor', 'cursor and waitSeconds cannot be combined: wait with `after`'),
  invalid_cursor: documented('BAD_REQUEST', 'cursor', 'Not a cursor of this list with these filters'),
  empty_filter: documented('BAD_REQUEST', 'from', 'from has no text to search for'),
  empty_query: documented('BAD_REQUEST', 'q', 'q has no text to search for'),
  invalid_json: documented('BAD_REQUEST', '', 'The body is not valid JSON'),
  forbidden_key: documented('BAD_REQUEST', '', 'The body has a key __proto__, or a constructor with a prototype'),
  malformed_request: documented('BAD_REQUEST', '', 'A request needs the header Host'),
  blocked_address: documented('BAD_REQUEST', 'url', 'The URL must begin with https://'),
  invalid_signature: undocumented('BAD_REQUEST', 'Stripe-Signature', 'This event is not signed by the provider'),
  batch_too_large: undocumented('BAD_REQUEST', '', `At most ${limits.rpcBatchMax} calls go into a batch`),
  invalid_hostname: inField('hostname', 'Not a domain name'),
  public_suffix: documented(
    'BAD_REQUEST',
    'hostname',
    'This is a public suffix: expected a domain of your own, such as example.com or *.example.com',
  ),
  invalid_email: inField('email', 'Not an e-mail address'),
  password_too_short: undocumented('BAD_REQUEST', 'password', 'The password is too short'),
  password_too_long: undocumented('BAD_REQUEST', 'password', 'The password is too long'),
  invalid_range: documented(
    'BAD_REQUEST',
    'from',
    `from must not be after to, and the range is at most ${limits.usageDaysMax} days`,
  ),
  expires_in_past: documented('BAD_REQUEST', 'expiresAt', 'expiresAt is in the past'),

  missing_credentials: documented(
    'UNAUTHORIZED',
    '',
    'Send an API key in X-API-Key, or an access token as Bearer in Authorization',
  ),
  invalid_api_key: documented('UNAUTHORIZED', 'X-API-Key', 'This API key is not valid'),
  invalid_token: documented('UNAUTHORIZED', 'Authorization', 'This token is not valid'),
  token_expired: documented('UNAUTHORIZED', 'Authorization', 'This token has expired'),
  unlock_required: ofVisitors('UNAUTHORIZED', 'X-Unlock-Token', 'This service is locked: unlock it with its password'),
  unlock_password_invalid: ofVisitors('UNAUTHORIZED', 'password', 'The password of the lock is wrong'),
  inbox_password_required: ofVisitors('UNAUTHORIZED', 'X-Inbox-Password', 'This inbox needs its password'),
  inbox_password_invalid: ofVisitors('UNAUTHORIZED', 'X-Inbox-Password', 'The password of the inbox is wrong'),
  session_required: ofVisitors(
    'UNAUTHORIZED',
    'X-Inbox-Session',
    'Only the session that made this address may do this',
  ),

  quota_exceeded: documented('PAYMENT_REQUIRED', '', 'The service has reached a limit of its plan'),

  insufficient_scope: documented('FORBIDDEN', '', 'This needs an API key of scope write'),
  api_key_not_allowed: documented('FORBIDDEN', '', 'This endpoint takes no API key'),
  wrong_service: documented('FORBIDDEN', '', 'This key belongs to another service'),
  insufficient_role: documented('FORBIDDEN', '', 'This needs the role admin in the service'),
  self_service_off: documented('FORBIDDEN', '', 'Only the operator may create services here'),
  wrong_session: ofVisitors('FORBIDDEN', 'X-Inbox-Session', 'This address does not belong to this session'),
  reserved_address: ofVisitors('FORBIDDEN', 'address', 'This address is reserved for the owner of the domain'),
  foreign_domain: undocumented('FORBIDDEN', 'to', 'Relaying denied: not a domain of ours'),

  domain_not_found: documented('NOT_FOUND', 'domainId', 'No such domain'),
  unknown_recipient: undocumented('NOT_FOUND', 'to', 'No such mailbox'),
  plan_not_found: documented('NOT_FOUND', 'planId', 'No such plan'),

  address_exists: documented('CONFLICT', 'localPart', 'This address already exists'),
  idempotency_in_progress: documented(
    'CONFLICT',
    'Idempotency-Key',
    'A request with this Idempotency-Key is still in progress',
  ),
  domain_exists: documented('CONFLICT', 'hostname', 'This domain is already in use'),
  member_exists: documented('CONFLICT', 'email', 'This address is already a member or invited'),
  billing_disabled: documented('CONFLICT', '', 'The operator assigns plans here: none can be chosen'),
  subscription_exists: documented(
    'CONFLICT',
    '',
    'This service already has a subscription: change its plan or payment method',
  ),
  subscription_active: documented('CONFLICT', 'id', 'This service has a subscription: end it first'),
  email_taken: undocumented('CONFLICT', 'email', 'This address already has an account'),

  body_too_large: documented('PAYLOAD_TOO_LARGE', '', `The body exceeds ${limits.requestBodyMaxBytes} bytes`),

  domain_not_verified: documented('UNPROCESSABLE_CONTENT', 'domainId', 'This domain is not verified yet'),
  domain_lost: documented(
    'UNPROCESSABLE_CONTENT',
    'id',
    'Another service has verified and taken over this domain: delete it, then add it again',
  ),
  hostname_required: documented(
    'UNPROCESSABLE_CONTENT',
    'hostname',
    'This domain is a wildcard: name the host of the address, such as a.example.com on *.example.com',
  ),
  hostname_not_covered: documented(
    'UNPROCESSABLE_CONTENT',
    'hostname',
    'This domain does not receive the mail of this host',
  ),
  too_many_webhooks: documented(
    'UNPROCESSABLE_CONTENT',
    '',
    `A service has at most ${limits.webhooksPerService} webhooks`,
  ),
  too_many_services: documented(
    'UNPROCESSABLE_CONTENT',
    '',
    'You have reached the limit of services that one user can create: delete one that you created',
  ),
  too_many_invitations: documented(
    'UNPROCESSABLE_CONTENT',
    'email',
    `This address already has ${limits.invitationsPerAddress} open invitations: the person must accept or decline one first`,
  ),
  idempotency_mismatch: documented(
    'UNPROCESSABLE_CONTENT',
    'Idempotency-Key',
    'This Idempotency-Key was used with another body',
  ),
  lock_disabled: ofVisitors('UNPROCESSABLE_CONTENT', 'host', 'This service has no access lock'),
  invalid_logo: documented(
    'UNPROCESSABLE_CONTENT',
    'logo',
    `Not a PNG, JPEG or WebP image of at most ${limits.logoMaxBytes} bytes and ${limits.logoMaxPixels} × ${limits.logoMaxPixels} pixels`,
  ),
  password_required: documented('UNPROCESSABLE_CONTENT', 'accessLock', 'An access lock needs a password'),
  confirmation_mismatch: documented(
    'UNPROCESSABLE_CONTENT',
    'confirm',
    'The confirmation does not match the name of the record',
  ),
  last_owner: documented(
    'UNPROCESSABLE_CONTENT',
    'userId',
    'A service needs at least one owner: make another member an owner first',
  ),
  api_key_revoked: documented('UNPROCESSABLE_CONTENT', 'id', 'This key is already revoked'),
  api_key_not_active: documented('UNPROCESSABLE_CONTENT', 'id', 'This key is already revoked, expired or replaced'),
  no_subscription: documented('UNPROCESSABLE_CONTENT', '', 'This service has no subscription: start a checkout first'),
  plan_not_sold: documented('UNPROCESSABLE_CONTENT', 'planId', 'This plan is not for sale'),
  account_disabled: undocumented(
    'UNPROCESSABLE_CONTENT',
    'email',
    'This account is disabled: user enable opens it again',
  ),

  rate_limited: documented('TOO_MANY_REQUESTS', '', 'Too many requests: wait until the limit resets'),
  visitor_share_used: {
    ...ofVisitors(
      'TOO_MANY_REQUESTS',
      '',
      "Visitors and first mails have used their half of the addresses in the service's plan",
    ),
    smtp: { code: 452, enhanced: '4.2.2' },
  },
} satisfies Record<string, DetailFacts>

/** A code of `error.details[]`. */
export type DetailCode = keyof typeof table

/**
 * The one table of detail codes: errors are thrown from it, the OpenAPI document shows its examples, and metrics count by it. A code that is
 * not in it does not compile.
 */
export const detailCodes: Record<DetailCode, DetailFacts> = table

/** The detail codes of an error, in the order of the table. */
export const detailCodesOf = (error: ErrorCode): DetailCode[] =>
  Object.keys(detailCodes)
    .filter(isDetailCode)
    .filter((code) => detailCodes[code].error === error)

/** Whether a text is a detail code. */
export const isDetailCode = (text: string): text is DetailCode => Object.hasOwn(detailCodes, text)

/** The `params` of a custom zod issue with this detail code. */
export const detailParams = (code: DetailCode): { code: DetailCode } => ({ code })
