// Loading only these parts takes a tenth of the time of the whole library, whose types name no parts.
declare module 'css-tree/tokenizer' {
  /** Calls `onToken` for each token: its type, where it begins, where it ends. */
  export function tokenize(source: string, onToken: (type: number, start: number, end: number) => void): void
}

declare module 'css-tree/utils' {
  interface Spelling {
    encode(text: string): string
    decode(written: string): string
  }
  export const ident: Spelling
  export const string: Spelling
}
