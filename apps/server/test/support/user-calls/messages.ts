import { absentId, inboxWithMessage } from '../prepared-world.ts'
import { storeMessages } from '../stored-messages.ts'
import type { Tenant, World } from '../world.ts'
import type { UserCall, UserCalls } from './user-call.ts'

const newInbox = (world: World, tenant: Tenant) => inboxWithMessage(world, tenant, world.deps.newId().toLowerCase())

const ofMessage: Omit<UserCall, 'folder'> = {
  role: 'viewer',
  absent: [{ id: absentId }],
  bad: { id: 'x' },
  input: async (world, tenant) => ({ id: (await newInbox(world, tenant)).messageId }),
}

const mailWithFile = [
  'Subject: Invoice',
  'Content-Type: application/pdf',
  'Content-Disposition: attachment; filename=invoice.pdf',
  '',
  '%PDF-',
  '',
].join('\r\n')

/** How the operations of messages are called. */
export const messageCalls: UserCalls = {
  listAttachments: { ...ofMessage, folder: 'messages-attachments' },
  renderMessage: { ...ofMessage, folder: 'messages-render' },
  clearInbox: {
    folder: 'inboxes-clear',
    role: 'admin',
    absent: [{ address: 'absent@nothing.example' }],
    bad: { address: 'x' },
    async input(world, tenant) {
      return { address: (await newInbox(world, tenant)).address.fullAddress }
    },
  },
  readMessageSource: { ...ofMessage, folder: 'messages-raw', isFile: true },
  readAttachment: {
    ...ofMessage,
    folder: 'messages-attachments',
    isFile: true,
    absent: [{ id: absentId }, { index: 1 }],
    bad: { index: -1 },
    async input(world, tenant) {
      const { fullAddress } = await world.address(world.deps.newId().toLowerCase(), tenant)
      await storeMessages(world, fullAddress, [{ subject: 'Invoice', raw: mailWithFile }])
      const [message] = await world.messagesOf(fullAddress)
      return { id: message?.id, index: 0 }
    },
  },
}
