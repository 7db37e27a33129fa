/**
 * Every limit that the outside can meet, once. Sources: specification section 8 and the contract page.
 * Sizes are bytes, times say their unit last.
 */
export const limits = {
  pageSizeDefault: 50,
  pageSizeMax: 100,
  localPartMaxChars: 64,
  inboxPasswordMinChars: 4,
  inboxPasswordMaxChars: 64,
  searchQueryMinChars: 2,
  searchQueryMaxChars: 500,
  waitSecondsMax: 60,
  heldCallsPerKey: 50,
  idempotencyKeyMaxChars: 255,
  idempotencyKeptHours: 24,
  idempotencyLeaseSeconds: 30,
  requestBodyMaxBytes: 64 * 1024,
  apiKeyRequestsPerMinute: 1000,
  failedCredentialsPerMinute: 60,
  retentionDaysDefault: 7,
  idleAddressDays: 90,
  farFutureDays: 3650,
  smtpMaxBytes: 25 * 1024 * 1024,
  smtpMaxRecipients: 100,
  tagMaxChars: 64,
  previewMaxChars: 200,
  searchTextMaxBytes: 32 * 1024,
  bodyMaxBytes: 2 * 1024 * 1024,
} as const
