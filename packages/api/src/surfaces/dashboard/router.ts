import { t } from '../../procedure/trpc.ts'
import { addressProcedures } from './addresses.ts'
import { apiKeyProcedures } from './api-keys.ts'
import { auditLogProcedures } from './audit-log.ts'
import { billingProcedures } from './billing.ts'
import { deliveryProcedures } from './deliveries.ts'
import { domainProcedures } from './domains.ts'
import { invitationProcedures } from './invitations.ts'
import { memberProcedures } from './members.ts'
import { messageProcedures } from './messages.ts'
import { serviceProcedures } from './services.ts'
import { userProcedures } from './users.ts'
import { webhookProcedures } from './webhooks.ts'

/** The dashboard's procedures (specification section 4.2): for users alone. */
export const dashboardRouter = t.router({
  ...userProcedures,
  ...serviceProcedures,
  ...domainProcedures,
  ...memberProcedures,
  ...invitationProcedures,
  ...apiKeyProcedures,
  ...auditLogProcedures,
  ...addressProcedures,
  ...messageProcedures,
  ...webhookProcedures,
  ...deliveryProcedures,
  ...billingProcedures,
})
