// Clients of one machine that are several to the server.

/** An honest sender whose limits are not what is measured. */
export const honestExempt = '127.0.0.3'
/** An honest sender with the limits that all have. */
export const honestClient = '127.0.0.4'

let attackers = 0

/** Each attack from another address: one that is known for its last attack would not get far with the next. */
export function newAttacker(): string {
  attackers += 1
  return `127.2.${attackers >> 8}.${attackers & 255}`
}
