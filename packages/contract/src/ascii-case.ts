/**
 * Lower case of the ASCII letters, and of nothing else (RFC 5321 §2.4, RFC 4343). `toLowerCase` makes an ASCII letter of the Kelvin sign
 * U+212A, and `toUpperCase` of the long s and the dotless i: whoever compares names so takes a stranger's for another.
 */
export const asciiLowerCase = (text: string): string => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())

/** Upper case of the ASCII letters, and of nothing else. */
export const asciiUpperCase = (text: string): string => text.replace(/[a-z]+/g, (letters) => letters.toUpperCase())
