import { t } from '../../procedure/trpc.ts'
import { hostProcedures } from './hosts.ts'
import { inboxProcedures } from './inbox.ts'

/** The procedures of the web inbox (specification section 4.3): for visitors, without a key or a token. */
export const publicRouter = t.router({ ...inboxProcedures, ...hostProcedures })
