import { absentId } from '../prepared-world.ts'
import type { UserCalls } from './user-call.ts'

/** How the operation of the audit log is called. */
export const auditLogCalls: UserCalls = {
  listAuditLog: {
    folder: 'audit-log',
    role: 'admin',
    absent: [{ id: absentId }],
    input: (_, { serviceId: id }) => ({ id, limit: 50 }),
    bad: { action: 'service.vanished' },
  },
}
