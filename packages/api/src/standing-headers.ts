/**
 * What every answer says unless it says otherwise itself, as documents do: that nobody may keep it, and that its type is what it says. It
 * holds mail and credentials.
 */
export const standingHeaders = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' } as const
