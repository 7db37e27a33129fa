/**
 * What `tokensValidFrom` becomes, as an expression of an update: the first full second that no login with the account has carried yet.
 * Times of logins are full seconds, and those that come after a change in the same second carry its `tokensValidFrom`.
 */
export function afterLogins(now: Date) {
  const nextSecond = new Date((Math.floor(now.getTime() / 1000) + 1) * 1000)
  return { $max: [nextSecond, { $add: ['$tokensValidFrom', 1000] }] }
}
