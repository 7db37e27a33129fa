/** How a sender formats the characters of a code, or of another number. */
export type NumberMark = 'none' | 'bold' | 'cells' | 'spans' | 'divs' | 'zero-width' | 'full-width' | 'letter-spaced'

// A free-standing number in a sentence: not part of a price, date, time, phone, address or URL.
const numberInText =
  /(?<![\p{L}\p{N}.,:/@#+$€£-]|\p{Nd}[ \u00a0])\p{Nd}{4,8}(?![\p{L}\p{N}/@:%-]|[.,]\p{Nd}|[ \u00a0]\p{Nd})/gu
const zeroWidth = ['\u200b', '\u200c', '\u2060', '\ufeff'] as const

/** Replaces every free-standing number of a sentence, codes and others. */
export function replaceNumbers(text: string, replace: (number: string) => string): string {
  return text.replace(numberInText, replace)
}

/** Puts an invisible character between all others. */
export function withZeroWidth(text: string, which: number): string {
  return [...text].join(zeroWidth[which % zeroWidth.length] ?? zeroWidth[0])
}

/** ASCII letters and digits in their full-width form, the width of a Han character. */
export function fullWidth(text: string): string {
  return text.replace(/[0-9A-Za-z]/g, (char) => String.fromCharCode(char.charCodeAt(0) + 0xfee0))
}

/** The characters of a code, to be set apart from each other; null where it is too long or contains words. */
export function singleCharacters(code: string): string[] | null {
  const characters = [...code.replaceAll(' ', '')]
  const isFit = /^(?:[\p{Nd}A-Z]-?){4,10}$/u.test(characters.join('')) && /\p{Nd}/u.test(code)
  return isFit ? characters : null
}
