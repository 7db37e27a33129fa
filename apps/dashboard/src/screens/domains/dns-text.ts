/** Characters that change the direction of the text around them, or that cannot be seen. */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

/**
 * A value from DNS, to be shown inside a sentence: at most `maxChars`, and what cannot be seen or would turn the sentence around
 * as its code, such as `\u202e`.
 */
export function dnsText(value: string, maxChars: number): string {
  const cut = value.length > maxChars ? `${value.slice(0, maxChars)}…` : value
  return cut.toWellFormed().replace(unseen, (char) => `\\u${codeOf(char)}`)
}

const codeOf = (char: string) => (char.codePointAt(0) ?? 0).toString(16).padStart(4, '0')
