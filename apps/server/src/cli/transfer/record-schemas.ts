import {
  actionKinds,
  apiKeyScope,
  auditActions,
  brandingFields,
  foldDomainName,
  foldEmail,
  isUlid,
  limits,
  localPartPattern,
  role,
  webhookEvents,
} from '@inlet/contract'
import { z } from 'zod'

/** Longer than any text that a mail's header gives; bodies have limits of their own. */
const textMaxChars = 1024 * 1024
const shortMaxChars = 1_000

const wellFormed = (max: number) =>
  z
    .string()
    .max(max)
    .refine((text) => text.isWellFormed() && !text.includes('\0'), 'expected Unicode text')
const shortText = wellFormed(shortMaxChars)
const id = z.string().refine(isUlid, 'expected a ULID')
const time = z.iso.datetime({ precision: 3 }).transform((text) => new Date(text))
const count = z.int().min(0)
const utf8 = (maxBytes: number) =>
  wellFormed(maxBytes).refine((text) => Buffer.byteLength(text) <= maxBytes, `expected at most ${maxBytes} bytes`)

const sha256 = z.string().regex(/^[0-9a-f]{64}$/, 'expected a SHA-256 in hexadecimal')

/** The costs that this program has: any other could take all memory when a password is checked. */
const scryptHash = z
  .string()
  .regex(/^scrypt\$(?:16384|32768)\$8\$[1-4]\$[\w-]{16,64}\$[\w-]{43}$/, 'expected a hash of scrypt with a usual cost')

/** The line of `service.json`. */
export const serviceRecord = z.strictObject({
  id,
  name: shortText.min(1).max(2 * limits.nameMaxChars),
  retentionDays: z.int().min(1).max(limits.retentionDaysMax),
  createdAt: time,
  accentColor: brandingFields.accentColor.optional(),
  theme: brandingFields.theme.optional(),
  locale: brandingFields.locale.optional(),
  plan: wellFormed(limits.planIdMaxChars).optional(),
  logo: z
    .string()
    .max(2 * limits.logoMaxBytes)
    .nullable(),
  accessLock: z.strictObject({ isEnabled: z.boolean(), passwordHash: scryptHash }).nullable(),
})

const hostname = z
  .string()
  .max(limits.hostnameMaxChars)
  .refine((text) => foldDomainName(text) === text, 'expected a host name, or *. and one')

const domainRecord = z.strictObject({
  id,
  hostname,
  state: z.enum(['pending', 'verified', 'failing', 'lost']),
  publicInbox: z.boolean(),
  ownershipToken: shortText,
  createdAt: time,
  verifiedAt: time.nullable(),
})

const email = z
  .string()
  .max(320)
  .refine((text) => foldEmail(text) === text, 'expected an e-mail address in lower case')

const memberRecord = z.strictObject({ id, email: email.nullable(), role, createdAt: time })

const apiKeyRecord = z.strictObject({
  id,
  name: shortText,
  scope: apiKeyScope,
  isLive: z.boolean(),
  hash: sha256,
  prefix: z.enum(['inlet_live_', 'inlet_test_']),
  lastFour: z.string().regex(/^[0-9A-Za-z]{4}$/, 'expected four characters'),
  createdAt: time,
  expiresAt: time.nullable(),
  revokedAt: time.nullable(),
  lastUsedAt: time.nullable(),
  replacedBy: id.nullable(),
})

const webhookSecret = z.strictObject({
  value: z.string().regex(/^whsec_[A-Za-z0-9+/]{43}=$/, 'expected a secret of Standard Webhooks'),
  expiresAt: time.nullable(),
})

const webhookRecord = z.strictObject({
  id,
  url: wellFormed(limits.webhookUrlMaxChars).refine((text) => URL.canParse(text), 'expected a URL'),
  description: shortText.nullable(),
  events: z.array(z.enum(webhookEvents)).min(1).max(webhookEvents.length),
  filterOtpOnly: z.boolean(),
  state: z.enum(['enabled', 'disabled']),
  disabledReason: z.enum(['operator', 'gone', 'failing']).nullable(),
  secrets: z.array(webhookSecret).min(1).max(2),
  createdAt: time,
})

const counts = {
  messagesReceived: count,
  messagesWithCode: count,
  apiRequests: count,
  addressesCreated: count,
  deliveries: count,
  bytesReceived: count,
}

const usageRecord = z.strictObject({ day: z.iso.date(), ...counts, test: z.strictObject(counts) })

const auditRecord = z.strictObject({
  id,
  actor: z.strictObject({
    kind: z.enum(['user', 'operator', 'system']),
    id: shortText.nullable(),
    name: shortText.nullable(),
  }),
  action: z.enum(auditActions),
  target: z.strictObject({
    kind: z.enum(['service', 'member', 'domain', 'apiKey', 'address', 'message', 'account', 'signingKey', 'webhook']),
    id: shortText,
    name: shortText.nullable(),
  }),
  note: wellFormed(textMaxChars).nullable(),
  ip: shortText.nullable(),
  requestId: shortText,
  at: time,
})

const addressRecord = z.strictObject({
  id,
  domainId: id,
  localPart: z.string().regex(localPartPattern, 'expected a local part'),
  fullAddress: z.string().max(320),
  owner: z.enum(['service', 'session', 'none']),
  isLive: z.boolean(),
  passwordHash: scryptHash.nullable(),
  sessionHash: z
    .string()
    .regex(/^[\w-]{43}$/, 'expected a SHA-256 in base64url')
    .nullable(),
  expiresAt: time,
  createdAt: time,
  lastMessageAt: time.nullable(),
  idleUntil: time.nullable(),
  clearedBefore: id.nullable(),
})

const attachment = z.strictObject({
  index: count,
  filename: shortText,
  contentType: shortText,
  sizeBytes: count,
  contentId: shortText.nullable(),
  isInline: z.boolean(),
})

const messageRecord = z.strictObject({
  id,
  isLive: z.boolean(),
  receivedAt: time,
  expiresAt: time,
  isRead: z.boolean(),
  otpCode: shortText.nullable(),
  otpMeta: z.strictObject({ score: z.number(), view: shortText, reason: shortText }).nullable(),
  // Absent in exports from before there were actions.
  action: z
    .strictObject({
      url: wellFormed(textMaxChars),
      text: wellFormed(textMaxChars),
      kind: z.enum(actionKinds),
      lifetimeSeconds: count.nullable(),
    })
    .nullable()
    .default(null),
  fromAddr: wellFormed(textMaxChars),
  fromName: wellFormed(textMaxChars),
  toAddr: shortText,
  subject: wellFormed(textMaxChars),
  preview: shortText,
  sizeBytes: count,
  sha256,
  tags: z.array(shortText).max(100),
  envelope: z.strictObject({
    mailFrom: wellFormed(textMaxChars),
    clientIp: shortText,
    helo: wellFormed(textMaxChars),
    isTls: z.boolean(),
  }),
  dedupeKey: z
    .string()
    .regex(/^[A-Za-z0-9+/]{43}=$/, 'expected a SHA-256 in base64')
    .nullable(),
  attachments: z.array(attachment).max(limits.attachmentsMax),
  searchText: utf8(limits.searchTextMaxBytes),
  textBody: utf8(limits.bodyMaxBytes),
  htmlBody: utf8(limits.bodyMaxBytes),
})

const schemas = {
  domains: domainRecord,
  members: memberRecord,
  'api-keys': apiKeyRecord,
  webhooks: webhookRecord,
  usage: usageRecord,
  'audit-log': auditRecord,
  addresses: addressRecord,
  messages: messageRecord,
}

/** The records of an export, by their kind. */
export type ExportedRecords = { [K in keyof typeof schemas]: z.output<(typeof schemas)[K]> }

/** What each line of a file must be. No field is left out, and none is unknown: a file of another version is refused. */
export const recordSchemas: { [K in keyof ExportedRecords]: z.ZodType<ExportedRecords[K]> } = schemas
