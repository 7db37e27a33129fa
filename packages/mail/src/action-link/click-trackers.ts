/** Services that count clicks or check links, and write the target into the URL in clear; in the pattern, the target. */
const trackers: readonly RegExp[] = [
  /^https:\/\/[\w.-]+\.awstrack\.me\/L0\/(https?(?:%3A|:)[^/]+)(?:\/|$)/i,
  /^https:\/\/urldefense\.(?:com|us)\/v3\/__(https?:\/\/.+?)__;/i,
  /^https:\/\/[\w.-]+\.safelinks\.protection\.outlook\.com\/[^?]*\?url=(https?%3A[^&]+)/i,
  /^https:\/\/(?:www\.)?google\.com\/url\?(?:[^#]*&)?q=(https?(?:%3A|:)[^&]+)/i,
  /^https:\/\/l\.facebook\.com\/l\.php\?u=(https?%3A[^&]+)/i,
]
const mayBeTracker = /^https:\/\/[^/]*(?:awstrack|urldefense|safelinks|google|facebook)\./i

/** Where a link of a well-known click tracker leads, if its URL says so in clear; null for any other URL. Linear. */
export function clearTarget(url: string): string | null {
  if (!mayBeTracker.test(url)) return null
  for (const tracker of trackers) {
    const written = tracker.exec(url)?.[1]
    if (written === undefined) continue
    try {
      return decodeURIComponent(written)
    } catch {
      return null
    }
  }
  return null
}
