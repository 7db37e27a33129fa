import { cleanDeclarations, loadsIn } from './css-declarations.ts'
import { cleanSelectors } from './css-selectors.ts'
import {
  type CssToken,
  cssTokens,
  indexOfKind,
  isBalanced,
  isSpace,
  splitAt,
  type TokenKind,
  textOf,
} from './css-tokens.ts'
import type { StyleBudget } from './style-budget.ts'
import type { Theme } from './theme.ts'

/** A style sheet with only what is allowed. */
export interface CleanSheet {
  css: string
  blockedLoads: number
  paints: boolean
  /** It has rules for a dark mode of its own. */
  hasDarkStyle: boolean
}

/** What a style sheet is cleaned for. */
export interface SheetUse {
  theme: Theme
  /** One for all sheets of a mail. */
  budget: StyleBudget
}

const maxSheetChars = 512 * 1024
const maxRules = 10_000
const maxMediaTokens = 200
/** Rules inside of two media queries are the deepest that are kept. */
const maxDepth = 2
/** The ground for light text whose background image was not loaded. */
export const replacedBackground = 'background-color:#4a4f57'

const ruleEnds: ReadonlySet<TokenKind> = new Set(['{'])
const atRuleEnds: ReadonlySet<TokenKind> = new Set(['{', ';'])
const blockEnd: ReadonlySet<TokenKind> = new Set(['}'])
const mediaKinds: ReadonlySet<TokenKind> = new Set(['ident', 'number', 'space', 'comment', ',', '(', ')', ':'])

/**
 * Cleans the text of a `style` element. Only style rules and media queries are kept, with names of classes and ids prefixed. Queries for
 * the reader's colour scheme are answered by the theme, unless it is `auto`. Reads 512 KiB and 10,000 rules, and keeps the selectors that
 * are within the budget. Linear.
 */
export function cleanSheet(source: string, media: string, use: SheetUse): CleanSheet {
  const cleaner = new SheetCleaner(use)
  const rules = cleaner.rules(cssTokens(source.slice(0, maxSheetChars)), 0)
  const query = media.trim() === '' ? '' : cleaner.mediaQuery(cssTokens(media.slice(0, 1_000)))
  const css = query === null ? '' : query === '' || rules === '' ? rules : `@media ${query}{${rules}}`
  return { css, blockedLoads: cleaner.blockedLoads, paints: cleaner.paints, hasDarkStyle: cleaner.hasDarkStyle }
}

class SheetCleaner {
  blockedLoads = 0
  paints = false
  hasDarkStyle = false
  #rules = 0
  readonly #theme: Theme
  readonly #budget: StyleBudget

  constructor({ theme, budget }: SheetUse) {
    this.#theme = theme
    this.#budget = budget
  }

  /** Recursive, at most `maxDepth` deep. */
  rules(tokens: readonly CssToken[], depth: number): string {
    const kept: string[] = []
    for (let at = 0; at < tokens.length && this.#rules < maxRules; ) {
      const token = tokens[at]
      if (!token || isSpace(token) || token.kind === 'ignored' || token.kind === ';' || token.kind === '}') {
        at += 1
        continue
      }
      this.#rules += 1
      const preludeEnd = indexOfKind(tokens, at, token.kind === 'at' ? atRuleEnds : ruleEnds)
      const hasBlock = tokens[preludeEnd]?.kind === '{'
      const end = hasBlock ? indexOfKind(tokens, preludeEnd + 1, blockEnd) : preludeEnd
      const prelude = tokens.slice(token.kind === 'at' ? at + 1 : at, preludeEnd)
      const block = hasBlock ? tokens.slice(preludeEnd + 1, end) : []
      const rule =
        token.kind === 'at' ? this.#atRule(token.value, { prelude, block, depth }) : this.#styleRule(prelude, block)
      if (rule !== '') kept.push(rule)
      at = end + 1
    }
    return kept.join('\n')
  }

  #atRule(name: string, { prelude, block, depth }: { prelude: CssToken[]; block: CssToken[]; depth: number }): string {
    if (name !== 'media' || depth >= maxDepth) {
      const isImport = name === 'import' && prelude.some(({ kind }) => kind === 'string')
      this.blockedLoads += isImport ? 1 : loadsIn(prelude) + (name === 'font-face' ? Math.min(1, loadsIn(block)) : 0)
      return ''
    }
    const query = this.mediaQuery(prelude)
    if (query === null) return ''
    const rules = this.rules(block, depth + 1)
    return rules === '' ? '' : `@media ${query}{${rules}}`
  }

  #styleRule(prelude: CssToken[], block: CssToken[]): string {
    const selectors = cleanSelectors(prelude, this.#budget)
    const style = cleanDeclarations(block, { forDark: this.#theme !== 'light', isWanted: () => true })
    this.blockedLoads += style.blockedLoads
    if (selectors === '') return ''
    this.paints ||= style.paints
    const css = style.lostBackground && style.isTextLight ? `${style.css};${replacedBackground}` : style.css
    return css === '' ? '' : `${selectors}{${css}}`
  }

  /** @returns null for a query that is not allowed */
  mediaQuery(tokens: readonly CssToken[]): string | null {
    if (tokens.length > maxMediaTokens || !tokens.every(isMediaToken) || !isBalanced(tokens)) return null
    const written = tokens.filter((token) => !isSpace(token) || token.kind === 'space')
    const asked = written.findIndex(({ value }) => value === 'prefers-color-scheme')
    if (asked === -1) return textOf(written) || 'all'
    const scheme = written.slice(asked).find(({ value }) => value === 'dark' || value === 'light')?.value
    if (scheme === 'dark') this.hasDarkStyle = true
    if (this.#theme === 'auto') return textOf(written)
    return splitAt(written, ',').length === 1 && scheme === this.#theme ? restOf(written, asked) : null
  }
}

/** The query without the question for the colour scheme, which is answered with yes. */
function restOf(tokens: readonly CssToken[], asked: number): string {
  const start = tokens.findLastIndex(({ kind }, at) => at < asked && kind === '(')
  const end = tokens.findIndex(({ kind }, at) => at > asked && kind === ')')
  if (start === -1 || end === -1) return 'all'
  return textOf([
    ...tokens.slice(0, start),
    { kind: 'ident', text: '(min-width:0)', value: '' },
    ...tokens.slice(end + 1),
  ])
}

const isMediaToken = ({ kind, text }: CssToken): boolean =>
  kind === 'delim' ? text === '/' || text === '>' || text === '=' : mediaKinds.has(kind)
