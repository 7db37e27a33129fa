/** A text without the characters that show nothing, such as controls of the writing direction. */
export const visibleText = (text: string): string =>
  text
    .replace(/\p{Cf}/gu, '')
    .replace(/\s+/g, ' ')
    .trim()

/**
 * A text of a stranger with its characters in the order in which they stand: without embeddings and overrides (Unicode Standard Annex 9,
 * 2), by which a file `exe.pdf` can end in `.exe`. Right-to-left scripts need none of them.
 */
export const inOrder = (text: string): string => text.replace(/[\u202A-\u202E]/g, '')
