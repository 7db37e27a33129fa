/** 0 for none, 1 for an id or a short code, 2 for what nobody could guess. */
export type Secrecy = 0 | 1 | 2

const secretChars = 16
const maxReadChars = 256
/** Names of parameters whose values are secrets. */
const secretName =
  /^(?:.*[_.-])?(?:token|tok|code|key|hash|otp|sig|signature|ticket|nonce|secret|jwt|confirmation|activation|verification|invitation|invite|oobcode|tk|t|c|k|h|uid|id|guid|uuid)$/i
const sureName = /token|secret|oobcode|jwt|nonce|hash|ticket|signature/i
const campaign = /^(?:utm_|mc_|fbclid|gclid|lang|locale|ref=)/i
const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/** How secret the path and the query of a URL look: by the length of their parts and by how their letters and digits alternate. */
export function secrecyOf(segments: readonly string[], parameters: readonly string[]): Secrecy {
  let most: Secrecy = 0
  for (const segment of segments) most = greater(most, secrecyOfText(segment))
  for (const parameter of parameters) {
    if (campaign.test(parameter)) continue
    const [name = '', value = ''] = parameter.split('=', 2)
    most = greater(most, secretName.test(name) && value !== '' ? named(name, value) : secrecyOfText(value))
  }
  return most
}

const greater = (one: Secrecy, other: Secrecy): Secrecy => (one > other ? one : other)

const named = (name: string, value: string): Secrecy =>
  value.length >= (sureName.test(name) ? 8 : secretChars) ? 2 : greater(1, secrecyOfText(value))

/** A slug of words is no secret, whatever its length: `summer-sale-2026`. */
function secrecyOfText(text: string): Secrecy {
  if (text.length < 5) return 0
  const read = text.slice(0, maxReadChars)
  if (uuid.test(read)) return 2
  const changes = changesOfKind(read)
  if (text.length >= secretChars && changes * 6 >= read.length) return 2
  if (/^\d{5,}$/.test(read) || (changes >= 2 && !/[-_.][a-z]{3}/.test(read))) return 1
  return 0
}

/** How often a digit, a capital and a small letter follow another kind; a word that begins with a capital is no change: `SignIn`. */
function changesOfKind(text: string): number {
  let changes = 0
  let last = 0
  for (let at = 0; at < text.length; at++) {
    const kind = kindOfUnit(text.charCodeAt(at))
    const isWord = kind === small ? last === capital : kind === capital && kindOfUnit(text.charCodeAt(at + 1)) === small
    // After a hyphen nothing has changed.
    if (kind !== 0 && last !== 0 && kind !== last && !isWord) changes++
    last = kind
  }
  return changes
}

const capital = 2
const small = 3

function kindOfUnit(unit: number): number {
  if (unit >= 0x30 && unit <= 0x39) return 1
  if (unit >= 0x41 && unit <= 0x5a) return capital
  return unit >= 0x61 && unit <= 0x7a ? small : 0
}
