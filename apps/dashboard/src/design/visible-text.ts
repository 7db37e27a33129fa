/** A text without the characters that show nothing, such as controls of the writing direction. */
export const visibleText = (text: string): string =>
  text
    .replace(/\p{Cf}/gu, '')
    .replace(/\s+/g, ' ')
    .trim()

/**
 * A text of a stranger with its characters in the order in which they stand: without embeddings, overrides and isolates (Unicode Standard
 * Annex 9, 2). By an override a file `exe.pdf` can end in `.exe`; by the end of an isolation a text leaves its `bdi`, and turns the sentence
 * around it. Right-to-left scripts are read without them; their marks stay.
 */
export const inOrder = (text: string): string => text.replace(/[\u202A-\u202E\u2066-\u2069]/g, '')
