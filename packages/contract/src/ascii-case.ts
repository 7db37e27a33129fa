/**
 * Converts ASCII letters to lower case, and nothing else (RFC 5321 §2.4, RFC 4343). `toLowerCase` also maps the Kelvin sign U+212A to an
 * ASCII letter, and `toUpperCase` the long s and the dotless i, so that two different names would be equal.
 */
export const asciiLowerCase = (text: string): string => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())

/** Converts ASCII letters to upper case, and nothing else. */
export const asciiUpperCase = (text: string): string => text.replace(/[a-z]+/g, (letters) => letters.toUpperCase())
