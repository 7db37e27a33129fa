/// <reference path="./css-tree.d.ts" />
import { tokenize } from 'css-tree/tokenizer'
import { ident, string } from 'css-tree/utils'

/** A token of CSS (CSS Syntax Level 3 §4), spelled anew. */
export interface CssToken {
  kind: TokenKind
  /** As it is to be written, with only the escapes that it needs. */
  text: string
  /** What it means: of an identifier, a function or an at-rule its name in lower case; of strings, hashes and URLs the decoded text. */
  value: string
}

export type TokenKind =
  | 'ident'
  | 'function'
  | 'at'
  | 'hash'
  | 'string'
  | 'url'
  | 'number'
  | 'space'
  | 'comment'
  | 'ignored'
  | 'bad'
  | '('
  | ')'
  | '['
  | ']'
  | '{'
  | '}'
  | ':'
  | ';'
  | ','
  | 'delim'

/** By the library's number of a token type; 0 is the end, 6 a bad string. */
const kinds: readonly TokenKind[] = [
  'bad',
  'ident',
  'function',
  'at',
  'hash',
  'string',
  'bad',
  'url',
  'url',
  'delim',
  'number',
  'number',
  'number',
  'space',
  'ignored',
  'ignored',
  ':',
  ';',
  ',',
  '[',
  ']',
  '(',
  ')',
  '{',
  '}',
  'comment',
]

const plainNumber = /^[+-]?(?:\d+(?:\.\d+)?|\.\d+)(?:e[+-]?\d+)?[a-z%]{0,8}$/i
/** `<` could end a style element, and control characters have no place in a name. */
const unsafe = /[<\0-\x1f\x7f]/

/** The tokens of a style sheet, a declaration list or a value. What must not be written again is of the kind `bad`. Linear. */
export function cssTokens(source: string): CssToken[] {
  const tokens: CssToken[] = []
  tokenize(source, (type, start, end) => {
    tokens.push(tokenOf(kinds[type] ?? 'bad', source.slice(start, end)))
  })
  return tokens
}

function tokenOf(kind: TokenKind, written: string): CssToken {
  const token = spelled(kind, written)
  return unsafe.test(token.text) ? { kind: 'bad', text: '', value: '' } : token
}

function spelled(kind: TokenKind, written: string): CssToken {
  switch (kind) {
    case 'ident':
      return { kind, ...spelledName(written, '', '') }
    case 'function':
      return { kind, ...spelledName(written.slice(0, -1), '', '(') }
    case 'at':
      return { kind, ...spelledName(written.slice(1), '@', '') }
    case 'hash': {
      const value = decoded(written.slice(1))
      // Without the escape of a first digit, which a hash does not need.
      return { kind, text: /^[\w-]+$/.test(value) ? `#${value}` : `#${ident.encode(value)}`, value }
    }
    case 'string': {
      const value = string.decode(written)
      return { kind, text: quoted(value), value }
    }
    case 'url':
      // Never written, only counted.
      return {
        kind,
        text: '',
        value: written
          .slice(4, 4 + 64)
          .trim()
          .toLowerCase(),
      }
    case 'number':
      return plainNumber.test(written) ? { kind, text: written, value: written } : { kind: 'bad', text: '', value: '' }
    case 'space':
      return { kind, text: ' ', value: '' }
    case 'comment':
      return { kind, text: '/**/', value: '' }
    default:
      return { kind, text: written, value: written }
  }
}

function spelledName(written: string, before: string, after: string): { text: string; value: string } {
  const name = decoded(written)
  return { text: before + ident.encode(name) + after, value: name.toLowerCase() }
}

const decoded = (written: string): string => (written.includes('\\') ? ident.decode(written) : written)

/** A string that neither ends a style element nor a line. */
export const quoted = (text: string): string => string.encode(text).replaceAll('<', '\\3c ')

/** The text of tokens, without white space around it. */
export const textOf = (tokens: readonly CssToken[]): string =>
  tokens
    .map(({ text }) => text)
    .join('')
    .trim()

export const isSpace = ({ kind }: CssToken): boolean => kind === 'space' || kind === 'comment'

const opening: ReadonlySet<TokenKind> = new Set(['(', '[', '{', 'function'])
const closing: ReadonlySet<TokenKind> = new Set([')', ']', '}'])

/** Whether each `(` has its `)`: a browser would take the rules that follow an open one as its contents. */
export function isBalanced(tokens: readonly CssToken[]): boolean {
  let depth = 0
  for (const { kind } of tokens) {
    if (kind === '(' || kind === 'function') depth += 1
    if (kind === ')') depth -= 1
    if (depth < 0) return false
  }
  return depth === 0
}

/** Splits tokens at each token of a kind that is not inside brackets. Linear. */
export function splitAt(tokens: readonly CssToken[], kind: TokenKind): CssToken[][] {
  const parts: CssToken[][] = [[]]
  let depth = 0
  for (const token of tokens) {
    if (opening.has(token.kind)) depth += 1
    if (closing.has(token.kind)) depth = Math.max(0, depth - 1)
    if (token.kind === kind && depth === 0) parts.push([])
    else parts.at(-1)?.push(token)
  }
  return parts
}

/** The index of the first token of one of these kinds that is not inside brackets, from `from` on; the number of tokens if there is none. */
export function indexOfKind(tokens: readonly CssToken[], from: number, wanted: ReadonlySet<TokenKind>): number {
  let depth = 0
  for (let at = from; at < tokens.length; at += 1) {
    const kind = tokens[at]?.kind ?? 'bad'
    if (depth === 0 && wanted.has(kind)) return at
    if (opening.has(kind)) depth += 1
    if (closing.has(kind)) depth = Math.max(0, depth - 1)
  }
  return tokens.length
}
