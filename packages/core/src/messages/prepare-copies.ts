import { inlineRawMaxBytes, type PackedMail } from '@inlet/mail'
import type { Recipient } from '../addresses/resolve-recipient.ts'
import type { Deps } from '../deps.ts'
import { insertLargeParts } from './large-parts.ts'
import type { MailEnvelope } from './message-model.ts'
import { attachmentBytes, type IncomingMessage, largePartsOf, messageExpiry } from './new-message.ts'
import { findStoredCopies } from './stored-copies.ts'

/** Sharing begins where it saves this many bytes: below it, another write costs more than the copies. */
const sharedFromBytes = 16 * 1024

/** One mail as it was received, and its recipients. */
export interface MailOfCopies {
  parsed: PackedMail
  envelope: MailEnvelope
  raw: Buffer
  recipients: Recipient[]
  /** Called with the bytes that the driver has allocated and released. */
  onGarbage?: (bytes: number) => void
}

/**
 * Stores what the copies of a mail in one service share, and a source that is too large for a document, before the messages that name
 * them; a small mail for one recipient has neither. A retry writes nothing for copies that are stored already.
 * @returns for each recipient the copy to be stored, or `duplicate` where it is stored already
 */
export async function prepareCopies(deps: Deps, mail: MailOfCopies): Promise<(IncomingMessage | 'duplicate')[]> {
  const copies = new Map<Recipient, IncomingMessage | 'duplicate'>()
  for (const recipients of Map.groupBy(mail.recipients, ({ domain }) => domain.serviceId).values()) {
    for (const [recipient, copy] of await copiesInService(deps, { ...mail, recipients })) copies.set(recipient, copy)
  }
  return mail.recipients.map((recipient) => copies.get(recipient) ?? plainCopy(mail, recipient))
}

const plainCopy = ({ parsed, envelope }: MailOfCopies, recipient: Recipient): IncomingMessage => ({
  recipient,
  mail: { parsed, envelope },
})

async function copiesInService(
  deps: Deps,
  mail: MailOfCopies,
): Promise<[recipient: Recipient, copy: IncomingMessage | 'duplicate'][]> {
  const { recipients, parsed } = mail
  if (!needsLargeParts(mail, recipients.length))
    return recipients.map((recipient) => [recipient, plainCopy(mail, recipient)])

  const stored = await findStoredCopies(deps, recipients, parsed.digest)
  const missing = recipients.filter((recipient) => !stored.has(recipient))
  const apart = needsLargeParts(mail, missing.length) ? { largeParts: await insertFor(deps, mail, missing) } : {}
  return recipients.map((recipient) => {
    if (stored.has(recipient)) return [recipient, 'duplicate']
    const copy = plainCopy(mail, recipient)
    return [recipient, { ...copy, mail: { ...copy.mail, ...apart } }]
  })
}

function insertFor(deps: Deps, { parsed, raw, onGarbage }: MailOfCopies, recipients: Recipient[]) {
  // A day longer than the last of its messages, which get their time later, when they are committed.
  const retentionDays = Math.max(...recipients.map((recipient) => recipient.retentionDays)) + 1
  return insertLargeParts(deps, {
    raw,
    shared: isWorthSharing(parsed, recipients.length) ? largePartsOf(parsed) : null,
    expiresAt: messageExpiry(deps.clock.now(), retentionDays),
    onGarbage,
  })
}

const needsLargeParts = ({ parsed, raw }: MailOfCopies, copies: number) =>
  copies > 0 && (raw.length > inlineRawMaxBytes || isWorthSharing(parsed, copies))

function isWorthSharing({ content, searchText, attachments }: PackedMail, copies: number): boolean {
  const bytes = content.length + searchText.length + attachmentBytes * attachments.length
  return (copies - 1) * bytes >= sharedFromBytes
}
