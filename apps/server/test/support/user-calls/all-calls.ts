import { unusedAddressCalls } from './addresses.ts'
import { apiKeyCalls } from './api-keys.ts'
import { auditLogCalls } from './audit-log.ts'
import { billingCalls } from './billing.ts'
import { domainCalls } from './domains.ts'
import { invitationCalls } from './invitations.ts'
import { memberCalls } from './members.ts'
import { messageCalls } from './messages.ts'
import { serviceCalls } from './services.ts'
import type { UserCalls } from './user-call.ts'
import { ownUserCalls } from './users.ts'
import { webhookCalls } from './webhooks.ts'

/** How each operation for users is called, of every noun: a line for each, in the order of the router. */
export const userCalls: UserCalls = {
  ...serviceCalls,
  ...domainCalls,
  ...memberCalls,
  ...invitationCalls,
  ...apiKeyCalls,
  ...auditLogCalls,
  ...messageCalls,
  ...webhookCalls,
  ...unusedAddressCalls,
  ...billingCalls,
  ...ownUserCalls,
}
