// Local addresses that the server sees as different clients.

/** An honest sender without limits. */
export const honestExempt = '127.0.0.3'
/** An honest sender with the usual limits. */
export const honestClient = '127.0.0.4'

let attackers = 0

/** A new address for each attack: the server remembers what an address has done before. */
export function newAttacker(): string {
  attackers += 1
  return `127.2.${attackers >> 8}.${attackers & 255}`
}
