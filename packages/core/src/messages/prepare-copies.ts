import { inlineRawMaxBytes, type PackedMail } from '@inlet/mail'
import type { Recipient } from '../addresses/resolve-recipient.ts'
import type { Deps } from '../deps.ts'
import { findStoredCopies } from './find-stored-copies.ts'
import type { MailEnvelope } from './message-model.ts'
import { attachmentBytes, type IncomingMessage, largePartsOf, messageExpiry } from './new-message.ts'
import { placeApart } from './place-apart.ts'

/** Below this, copies cost less than the write of what they would share: so much more than one copy may be stored of a mail. */
const sharedFromBytes = 16 * 1024

/** One mail as it came, and who it is for. */
export interface MailOfCopies {
  parsed: PackedMail
  envelope: MailEnvelope
  raw: Buffer
  recipients: Recipient[]
  /** Is told of the bytes that the driver has made and let go of. */
  noteGarbage?: (bytes: number) => void
}

/**
 * Writes what the copies of a mail in one service share, and a source that is too large for a document, before the messages that name
 * it; a small mail for one recipient needs neither. A retry finds the copies that are there already, and writes nothing for them.
 * @returns for each recipient the copy to be stored, or that it is stored already
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
  if (!needsPlace(mail, recipients.length))
    return recipients.map((recipient) => [recipient, plainCopy(mail, recipient)])

  const stored = await findStoredCopies(deps, recipients, parsed.digest)
  const missing = recipients.filter((recipient) => !stored.has(recipient))
  const place = needsPlace(mail, missing.length) ? { apart: await placeFor(deps, mail, missing) } : {}
  return recipients.map((recipient) => {
    if (stored.has(recipient)) return [recipient, 'duplicate']
    const copy = plainCopy(mail, recipient)
    return [recipient, { ...copy, mail: { ...copy.mail, ...place } }]
  })
}

function placeFor(deps: Deps, { parsed, raw, noteGarbage }: MailOfCopies, recipients: Recipient[]) {
  // A day after the last of its messages: these get their time later, when they commit.
  const retentionDays = Math.max(...recipients.map((recipient) => recipient.retentionDays)) + 1
  return placeApart(deps, {
    raw,
    shared: isWorthSharing(parsed, recipients.length) ? largePartsOf(parsed) : null,
    expiresAt: messageExpiry(deps.clock.now(), retentionDays),
    noteGarbage,
  })
}

const needsPlace = ({ parsed, raw }: MailOfCopies, copies: number) =>
  copies > 0 && (raw.length > inlineRawMaxBytes || isWorthSharing(parsed, copies))

function isWorthSharing({ content, searchText, attachments }: PackedMail, copies: number): boolean {
  const bytes = content.length + searchText.length + attachmentBytes * attachments.length
  return (copies - 1) * bytes >= sharedFromBytes
}
