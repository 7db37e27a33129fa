import { type Html, html } from '@inlet/runtime'
import { nameOf, type Schema } from '../openapi/document.ts'

const ulidPattern = '^[0-7][0-9A-HJKMNP-TV-Z]{25}$'
/** Longer patterns explain nothing to people. */
const readablePatternChars = 40

/** The type of a value in a few words, with a link to an object of the contract. */
export function formatType(schema: Schema): Html {
  if (schema.$ref !== undefined) {
    const name = nameOf({ $ref: schema.$ref })
    return html`<a href="/docs/api/objects#${schemaAnchor(name)}">${name}</a>`
  }
  if (schema.items) return html`list of ${formatType(schema.items)}`
  if (schema.anyOf) return joined(schema.anyOf.map(formatType), ' or ')
  if (schema.pattern === ulidPattern) return html`ULID`
  if (schema.format === 'date-time') return html`time`
  return html`${[schema.type ?? 'any'].flat().join(' or ')}`
}

/** The anchor of an object of the contract. */
export const schemaAnchor = (name: string): string => `object-${name.toLowerCase()}`

/** The limits of a value, in a few words each. */
export function formatLimits(schema: Schema): string[] {
  const { minLength, maxLength, minimum, maximum, pattern } = schema
  const values = schema.enum ?? ('const' in schema ? [schema.const] : [])
  return [
    ...(values.length > 0 ? [`one of ${values.map((value) => JSON.stringify(value)).join(', ')}`] : []),
    ...range(minLength, maxLength).map((words) => `${words} characters`),
    ...range(minimum, maximum),
    ...(pattern !== undefined && isReadable(schema, pattern) ? [`matches ${pattern}`] : []),
    ...('default' in schema ? [`default ${JSON.stringify(schema.default)}`] : []),
  ]
}

function range(least: number | undefined, most: number | undefined): string[] {
  if (least === undefined && most === undefined) return []
  if (least === undefined) return [`at most ${most}`]
  return [most === undefined ? `at least ${least}` : `${least}–${most}`]
}

const isReadable = ({ format }: Schema, pattern: string) =>
  format === undefined && pattern.startsWith('^') && pattern !== ulidPattern && pattern.length <= readablePatternChars

/** Joins pieces of markup with a text. */
function joined(pieces: Html[], between: string): Html {
  return html`${pieces.flatMap((piece, n) => (n === 0 ? [piece] : [between, piece]))}`
}
