/** A text for the terminal: names come from people, and control or direction characters would rewrite what stands around them. */
export const printable = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '\u{fffd}')
