const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const timeChars = 10
const randomChars = 16

/** The position `ms` before an id: every id that was made later than that is above it. */
export function positionBefore(id: string, ms: number): string {
  const time = [...id.slice(0, timeChars)].reduce((sum, char) => sum * 32 + alphabet.indexOf(char), 0)
  let rest = Math.max(0, time - ms)
  let text = ''
  while (text.length < timeChars) {
    text = alphabet.charAt(rest % 32) + text
    rest = Math.floor(rest / 32)
  }
  return text + '0'.repeat(randomChars)
}
