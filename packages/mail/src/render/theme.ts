/** Light, dark, or what the reader's system prefers. */
export type Theme = 'light' | 'dark' | 'auto'
