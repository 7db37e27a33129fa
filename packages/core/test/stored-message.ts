import { dayMs } from '@inlet/contract'
import { packContent } from '@inlet/mail'
import { createAddress } from '../src/addresses/create-address.ts'
import type { LargeParts, MessageDoc } from '../src/messages/message-model.ts'
import { packSummary } from '../src/messages/message-shapes.ts'
import type { CoreWorld } from './core-world.ts'

type WholeMessage = MessageDoc & LargeParts

/** Stores a message without shared parts, in an address of its own unless `more` names another. */
export async function storedMessage(world: CoreWorld, more: Partial<WholeMessage> = {}): Promise<WholeMessage> {
  const { deps, serviceId, domain, operator } = world
  const input = { id: serviceId, domainId: domain.id, localPart: '' }
  const address = (await createAddress(deps, operator, input)).address
  const now = deps.clock.now()
  const message: WholeMessage = {
    _id: deps.newMessageId(),
    addressId: address.id,
    serviceId,
    isLive: true,
    expiresAt: new Date(now.getTime() + dayMs),
    isRead: false,
    otpCode: '482913',
    receivedAt: now,
    summary: packSummary({
      fromAddr: 'shop@elsewhere.example',
      fromName: 'Shop',
      toAddr: address.fullAddress,
      subject: 'Your code',
      preview: '482913',
      sizeBytes: 600,
      tags: ['otp'],
    }),
    otpMeta: null,
    envelope: { mailFrom: 'shop@elsewhere.example', clientIp: '192.0.2.1', helo: 'mx', isTls: true },
    attachments: [],
    searchText: 'your code 482913',
    content: packContent({ textBody: '482913', htmlBody: '', raw: new Uint8Array() }),
    ...more,
  }
  await deps.db.collection<MessageDoc>('messages').insertOne(message)
  return message
}
