import { type CssToken, isSpace, quoted, splitAt, textOf } from './css-tokens.ts'
import { prefixed, prefixedWords } from './prefix.ts'
import type { StyleBudget } from './style-budget.ts'

const maxSelectors = 200
const maxSelectorTokens = 100
/** Without `~`: for each element a browser would look at all before it, and what a mail needs it for, checked boxes, is not there. */
const combinators = new Set(['>', '+', '*'])
const pseudo = new Set(
  (
    'root link visited any-link hover active focus first-child last-child only-child first-of-type last-of-type ' +
    'only-of-type empty before after first-letter first-line'
  ).split(' '),
)
const counting = new Set(['nth-child', 'nth-last-child', 'nth-of-type', 'nth-last-of-type'])
const operators = new Set(['~', '^', '$', '*', '|'])

/**
 * The selectors of a rule that are allowed and within the budget, with the prefix before names of classes and ids; `''` where none is
 * left. Linear.
 */
export function cleanSelectors(prelude: readonly CssToken[], budget: StyleBudget): string {
  const written = prelude.filter(({ kind }) => kind !== 'comment')
  return splitAt(written, ',')
    .slice(0, maxSelectors)
    .map(trimmed)
    .map((tokens) => ({ tokens, selector: cleanSelector(tokens) }))
    .filter(({ tokens, selector }) => selector !== '' && budget.take(tokens))
    .map(({ selector }) => selector)
    .join(',')
}

function trimmed(tokens: readonly CssToken[]): readonly CssToken[] {
  const start = tokens.findIndex((token) => !isSpace(token))
  return start === -1 ? [] : tokens.slice(start, tokens.findLastIndex((token) => !isSpace(token)) + 1)
}

function cleanSelector(tokens: readonly CssToken[]): string {
  if (tokens.length > maxSelectorTokens) return ''
  const parts: string[] = []
  for (let at = 0; at < tokens.length; ) {
    const read = readPart(tokens, at)
    if (!read) return ''
    parts.push(read.text)
    at = read.end
  }
  return parts.join('')
}

interface Part {
  text: string
  end: number
}

function readPart(tokens: readonly CssToken[], at: number): Part | null {
  const token = tokens[at]
  const next = tokens[at + 1]
  switch (token?.kind) {
    case 'space':
    case 'ident':
      return { text: token.text, end: at + 1 }
    case 'hash':
      return { text: `#${cssName(prefixed(token.value))}`, end: at + 1 }
    case '[':
      return attributeSelector(tokens, at)
    case ':':
      return pseudoSelector(tokens, at)
    case 'delim':
      if (token.text === '.') {
        return next?.kind === 'ident' ? { text: `.${prefixed(next.text)}`, end: at + 2 } : null
      }
      return combinators.has(token.text) ? { text: token.text, end: at + 1 } : null
    default:
      return null
  }
}

/** A prefixed name needs no escape for its first character. */
const cssName = (name: string): string =>
  name.replaceAll(/[^\w\u0080-\uffff-]/g, (character) => `\\${character.charCodeAt(0).toString(16)} `)

function pseudoSelector(tokens: readonly CssToken[], at: number): Part | null {
  const nameAt = tokens[at + 1]?.kind === ':' ? at + 2 : at + 1
  const name = tokens[nameAt]
  const colons = nameAt === at + 2 ? '::' : ':'
  if (name?.kind === 'ident' && pseudo.has(name.value)) return { text: colons + name.value, end: nameAt + 1 }
  if (name?.kind !== 'function') return null
  const end = tokens.findIndex(({ kind }, index) => index > nameAt && kind === ')')
  if (end === -1) return null
  const inside = tokens.slice(nameAt + 1, end)
  if (name.value === 'not') {
    const selector = inside.some(({ kind }) => kind === 'function' || kind === ',') ? '' : cleanSelector(inside)
    return selector === '' ? null : { text: `:not(${selector})`, end: end + 1 }
  }
  const isCount = counting.has(name.value) && /^[\dn+\s-]+$|^(?:odd|even)$/i.test(textOf(inside))
  return isCount ? { text: `:${name.value}(${textOf(inside)})`, end: end + 1 } : null
}

/** `[name]`, or a name, an operator and a string or an identifier. */
function attributeSelector(tokens: readonly CssToken[], at: number): Part | null {
  const closes = tokens.findIndex(({ kind }, index) => index > at && kind === ']')
  if (closes === -1) return null
  const inside = tokens.slice(at + 1, closes).filter((token) => !isSpace(token))
  const [name, ...rest] = inside
  if (name?.kind !== 'ident') return null
  if (rest.length === 0) return { text: `[${name.text}]`, end: closes + 1 }
  const operatorEnd = rest.findIndex(({ text }) => text === '=')
  const before = rest.slice(0, operatorEnd)
  const value = rest[operatorEnd + 1]
  const isOperator = operatorEnd === 0 || (operatorEnd === 1 && operators.has(before[0]?.text ?? ''))
  if (!isOperator || rest.length !== operatorEnd + 2 || (value?.kind !== 'string' && value?.kind !== 'ident'))
    return null
  const operator = `${before[0]?.text ?? ''}=`
  return { text: `[${name.text}${operator}${quoted(attributeValue(name.value, operator, value))}]`, end: closes + 1 }
}

/** Names in the document have the prefix; what is compared with their end or their middle has none. */
function attributeValue(name: string, operator: string, { value, text, kind }: CssToken): string {
  const wanted = kind === 'ident' ? text : value
  const isName = name === 'class' || name === 'id' || name === 'name'
  return isName && operator !== '*=' && operator !== '$=' ? prefixedWords(wanted) : wanted
}
