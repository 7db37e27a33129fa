/** What a character may begin in a style sheet; a table, since each of them is looked up. */
const starts = { other: 0, space: 1, name: 2, quote: 3, special: 4 } as const
const asciiStarts = new Uint8Array(0x80)
for (const char of '\t\n\f\r ') asciiStarts[char.charCodeAt(0)] = starts.space
for (let unit = 0; unit < 0x80; unit += 1) if (/[\w-]/.test(String.fromCharCode(unit))) asciiStarts[unit] = starts.name
for (const char of '\'"') asciiStarts[char.charCodeAt(0)] = starts.quote
for (const char of '{};/<@#\\') asciiStarts[char.charCodeAt(0)] = starts.special
const startOf = (unit: number): number => (unit < 0x80 ? (asciiStarts[unit] ?? starts.other) : starts.name)

const [dash, backslash, blockOpen, blockClose, semicolon, atSign, hash, parenthesis] = [
  0x2d, 0x5c, 0x7b, 0x7d, 0x3b, 0x40, 0x23, 0x28,
]
const byteOrderMark = /^[\ufeff\ufffe]/

/**
 * Calls `onRule` with the selectors and the declarations of each style rule, without comments and without blocks inside of them. Rules
 * within an at-rule are left out, unless `isRead` says of what stands before its block that they count. Tells tokens apart as CSS Syntax
 * Level 3 §4 does, as far as they have braces or semicolons in them. Linear.
 */
export function readRules(
  css: string,
  onRule: (selectors: string, block: string) => void,
  isRead: (prelude: string) => boolean,
): void {
  /** What was read of a prelude or block, and where the rest of it begins. */
  let text = ''
  let from = byteOrderMark.test(css) ? 1 : 0
  let prelude = ''
  /** Blocks that are open inside of a rule or of an at-rule that is skipped. */
  let depth = 0
  let isAtRule = false
  let isSkipped = false
  let openRead = 0
  for (let at = from; at < css.length; ) {
    const unit = css.charCodeAt(at)
    const start = startOf(unit)
    if (start === starts.other) at += 1
    else if (start === starts.space) {
      at += 1
      if (depth === 0 && text === '' && from === at - 1) from = at
    } else if (start === starts.quote) at = stringEnd(css, at)
    else if (isIgnored(css, at)) {
      const end = ignoredEnd(css, at)
      if (depth < 2) text += css.slice(from, at)
      from = end
      at = end
    } else if (start === starts.name) at = nameOrUrlEnd(css, at)
    else if (unit === blockOpen) {
      if (depth < 2) text += css.slice(from, at)
      at += 1
      from = at
      if (depth > 0) depth += 1
      else if (isAtRule && isRead(text)) {
        openRead += 1
        isAtRule = false
        text = ''
      } else {
        depth = 1
        isSkipped = isAtRule
        prelude = text
        text = ''
      }
    } else if (unit === blockClose) {
      if (depth === 1 && !isSkipped) onRule(prelude, text + css.slice(from, at))
      at += 1
      from = at
      if (depth > 0) depth -= 1
      else if (openRead > 0) openRead -= 1
      if (depth > 0) continue
      text = ''
      isAtRule = false
    } else if (unit === semicolon) {
      at += 1
      if (depth > 0 || !isAtRule) continue
      text = ''
      from = at
      isAtRule = false
    } else if (unit === atSign) {
      const isName = beginsName(css, at + 1)
      if (isName && depth === 0 && text === '' && from === at) isAtRule = true
      at = isName ? nameEnd(css, at + 1) : at + 1
    } else
      at = unit === hash || unit === backslash ? Math.max(at + 1, nameEnd(css, unit === hash ? at + 1 : at)) : at + 1
  }
}

/** A comment, or a mark of HTML around a sheet, begins here. */
function isIgnored(css: string, at: number): boolean {
  const unit = css[at]
  if (unit === '/') return css[at + 1] === '*'
  return unit === '-' ? css.startsWith('-->', at) : unit === '<' && css.startsWith('<!--', at)
}

function ignoredEnd(css: string, at: number): number {
  if (css[at] !== '/') return at + (css[at] === '-' ? 3 : 4)
  const end = css.indexOf('*/', at + 2)
  return end === -1 ? css.length : end + 2
}

const isLineBreak = (unit: number): boolean => unit === 0x0a || unit === 0x0d || unit === 0x0c

/** The end of a line break, of a space or a tab. */
const spaceEnd = (css: string, at: number): number => (css.startsWith('\r\n', at) ? at + 2 : at + 1)

/** A backslash, and what it escapes. */
const isEscape = (css: string, at: number): boolean => {
  const next = css.charCodeAt(at + 1)
  return css.charCodeAt(at) === backslash && next > 0 && !isLineBreak(next)
}

const hexDigits = /[\da-f]{1,6}/iy

function escapeEnd(css: string, at: number): number {
  hexDigits.lastIndex = at + 1
  if (!hexDigits.test(css)) return at + 2
  const end = hexDigits.lastIndex
  return startOf(css.charCodeAt(end)) === starts.space ? spaceEnd(css, end) : end
}

function nameEnd(css: string, from: number): number {
  let at = from
  for (;;) {
    while (startOf(css.charCodeAt(at)) === starts.name && at < css.length) at += 1
    if (!isEscape(css, at)) return at
    at = escapeEnd(css, at)
  }
}

/** Whether an identifier begins here. */
function beginsName(css: string, at: number): boolean {
  const unit = css.charCodeAt(at)
  if (unit === dash) return css.charCodeAt(at + 1) === dash || beginsWord(css, at + 1)
  return beginsWord(css, at)
}

const beginsWord = (css: string, at: number): boolean =>
  (at < css.length && startOf(css.charCodeAt(at)) === starts.name && !/[\d-]/.test(css.charAt(at))) || isEscape(css, at)

/** The end of a name or number, or of a URL without quotes. */
function nameOrUrlEnd(css: string, at: number): number {
  const end = nameEnd(css, at)
  if (end - at !== 3 || css.charCodeAt(end) !== parenthesis || css.slice(at, end).toLowerCase() !== 'url') return end
  let inner = end + 1
  while (startOf(css.charCodeAt(inner)) === starts.space) inner += 1
  if (startOf(css.charCodeAt(inner)) === starts.quote) return end + 1
  while (inner < css.length && css[inner] !== ')') inner = isEscape(css, inner) ? escapeEnd(css, inner) : inner + 1
  return inner + 1
}

/** The end of a string; one that is not closed ends with its line. */
function stringEnd(css: string, from: number): number {
  const quote = css.charCodeAt(from)
  let at = from + 1
  while (at < css.length) {
    const unit = css.charCodeAt(at)
    if (unit === quote) return at + 1
    if (isLineBreak(unit)) return spaceEnd(css, at)
    if (unit !== backslash) at += 1
    else if (isEscape(css, at)) at = escapeEnd(css, at)
    else at = isLineBreak(css.charCodeAt(at + 1)) ? spaceEnd(css, at + 1) : at + 1
  }
  return at
}
