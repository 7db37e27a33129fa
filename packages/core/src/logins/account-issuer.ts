/** The issuer of the users with an account, whatever `PUBLIC_URL` is: they stay the same when it changes, and with it their tokens. */
export const accountIssuer = 'urn:inlet:accounts'
