/**
 * Every limit that clients can reach, in one place; some are defaults of the configuration. Sources: the specification, section 8, and the
 * contract. Names end in their unit.
 */
export const limits = {
  pageSizeDefault: 50,
  pageSizeMax: 100,
  localPartMaxChars: 64,
  inboxPasswordMinChars: 4,
  inboxPasswordMaxChars: 64,
  searchQueryMinChars: 2,
  searchQueryMaxChars: 500,
  filterMaxChars: 200,
  timeMaxChars: 64,
  waitSecondsMax: 60,
  longPollsPerKey: 50,
  searchesPerService: 2,
  searchesPerProcess: 4,
  idempotencyKeyMaxChars: 255,
  idempotencyKeptHours: 24,
  idempotencyLeaseSeconds: 30,
  requestBodyMaxBytes: 64 * 1024,
  rpcBatchMax: 10,
  apiKeyRequestsPerMinute: 1000,
  failedCredentialsPerMinute: 60,
  publicRequestsPerMinute: 30,
  unlocksPerQuarterHour: 5,
  wrongInboxPasswordsPerQuarterHour: 10,
  unlockedHours: 12,
  longPollsPerVisitor: 10,
  generateTtlSecondsMin: 60,
  generateTtlSecondsMax: 86_400,
  visitorExtendSecondsMin: 60,
  visitorExtendSecondsMax: 3600,
  retentionDaysDefault: 7,
  retentionDaysMax: 30,
  idleAddressDays: 90,
  farFutureDays: 3650,
  extendSeconds: 600,
  auditKeptDays: 400,
  keyGraceSecondsDefault: 86_400,
  keyGraceSecondsMax: 604_800,
  nameMaxChars: 100,
  smtpMaxBytes: 25 * 1024 * 1024,
  smtpMaxRecipients: 100,
  tagMaxChars: 64,
  previewMaxChars: 200,
  searchTextMaxBytes: 32 * 1024,
  bodyMaxBytes: 2 * 1024 * 1024,
} as const

/** An hour and a day in milliseconds, and a day in the seconds of a TTL index. */
export const hourMs = 3_600_000
export const dayMs = 24 * hourMs
export const daySeconds = dayMs / 1000
