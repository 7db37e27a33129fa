import type { Command } from './command.ts'
import { addressDelete } from './commands/address-delete.ts'
import { addressList } from './commands/address-list.ts'
import { auditList } from './commands/audit-list.ts'
import { doctor } from './commands/doctor.ts'
import { domainAdd } from './commands/domain-add.ts'
import { domainChange } from './commands/domain-change.ts'
import { domainList } from './commands/domain-list.ts'
import { domainRemove } from './commands/domain-remove.ts'
import { domainVerify } from './commands/domain-verify.ts'
import { keyCreate } from './commands/key-create.ts'
import { keyList } from './commands/key-list.ts'
import { keyRevoke } from './commands/key-revoke.ts'
import { keyRotate } from './commands/key-rotate.ts'
import { memberChange } from './commands/member-change.ts'
import { memberList } from './commands/member-list.ts'
import { memberRemove } from './commands/member-remove.ts'
import { messageDelete } from './commands/message-delete.ts'
import { serviceChange } from './commands/service-change.ts'
import { serviceCreate } from './commands/service-create.ts'
import { serviceDelete } from './commands/service-delete.ts'
import { serviceExport } from './commands/service-export.ts'
import { serviceImport } from './commands/service-import.ts'
import { serviceList } from './commands/service-list.ts'
import { serviceUsage } from './commands/service-usage.ts'
import { signingKeyRotate } from './commands/signing-key-rotate.ts'
import { token } from './commands/token.ts'
import { userCreate } from './commands/user-create.ts'
import { userDisable } from './commands/user-disable.ts'
import { userEnable } from './commands/user-enable.ts'
import { userInvite } from './commands/user-invite.ts'
import { userList } from './commands/user-list.ts'
import { userSetPassword } from './commands/user-set-password.ts'
import { webhookDeliveries } from './commands/webhook-deliveries.ts'
import { webhookList } from './commands/webhook-list.ts'
import { webhookRedeliver } from './commands/webhook-redeliver.ts'
import { webhookShow } from './commands/webhook-show.ts'
import { webhookDisable, webhookEnable } from './commands/webhook-switch.ts'

/** All commands, in the order in which an installation needs them. */
export const commands: readonly Command[] = [
  serviceCreate,
  serviceList,
  serviceChange,
  serviceUsage,
  serviceExport,
  serviceImport,
  serviceDelete,
  domainAdd,
  domainVerify,
  domainList,
  domainChange,
  domainRemove,
  userCreate,
  userInvite,
  userList,
  userSetPassword,
  userDisable,
  userEnable,
  token,
  memberList,
  memberChange,
  memberRemove,
  keyCreate,
  keyList,
  keyRotate,
  keyRevoke,
  addressList,
  addressDelete,
  messageDelete,
  webhookList,
  webhookShow,
  webhookDisable,
  webhookEnable,
  webhookDeliveries,
  webhookRedeliver,
  auditList,
  signingKeyRotate,
  doctor,
]
