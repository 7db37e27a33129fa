/** JSON Schema, as far as the contract uses it, with all references resolved. */
export interface Schema {
  type?: string | string[]
  format?: string
  pattern?: string
  const?: unknown
  enum?: unknown[]
  default?: unknown
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  /** Keywords that this file does not compare: any change of them counts as breaking. */
  [word: string]: unknown
}

/** Keywords that are compared below, and those that only people read. */
const knownWords = new Set([
  ...['type', 'format', 'pattern', 'const', 'enum', 'default', 'minLength', 'maxLength', 'minimum', 'maximum'],
  ...['properties', 'required', 'items', 'anyOf'],
  ...['title', 'description', 'examples', 'deprecated'],
])

/** Two versions of a schema, and their path in the document. */
export interface SchemaChange {
  /** Clients write `input` and break when it gets narrower; they read `output` and break when it gets wider. */
  direction: 'input' | 'output'
  before: Schema
  after: Schema
  /** Dotted, `[]` for the items of a list. */
  path: string
}

/** The breaking changes between two versions of a schema, one a line: `data[].id: no longer there`. */
export function schemaBreaks(change: SchemaChange): string[] {
  const { before, after } = change
  if (before.anyOf && after.anyOf) {
    const { anyOf: _, ...beside } = before
    const { anyOf: __, ...besideNow } = after
    return [...variantBreaks(change, before, after), ...schemaBreaks({ ...change, before: beside, after: besideNow })]
  }
  if (before.anyOf || after.anyOf) return variantBreaks(change, before, after)
  const breaks = [
    ...typeBreaks(change, before, after),
    ...valueBreaks(change, before, after),
    ...boundBreaks(change, before, after),
    ...unknownBreaks(before, after),
  ]
  const own = breaks.map((what) => `${change.path === '' ? 'the whole' : change.path}: ${what}`)
  return [...own, ...propertyBreaks(change, before, after), ...itemBreaks(change, before, after)]
}

/** Which version must be contained in the other: for input the old one in the new one, for output the new one in the old one. */
const ordered = <T>({ direction }: SchemaChange, before: T, after: T): { narrow: T; wide: T } =>
  direction === 'input' ? { narrow: before, wide: after } : { narrow: after, wide: before }

function variantBreaks(change: SchemaChange, before: Schema, after: Schema): string[] {
  const [old, young] = [before.anyOf ?? [before], after.anyOf ?? [after]]
  const fits = (one: Schema, other: Schema) => schemaBreaks({ ...change, before: one, after: other }).length === 0
  const misfits =
    change.direction === 'input'
      ? old.filter((one) => !young.some((other) => fits(one, other)))
      : young.filter((other) => !old.some((one) => fits(one, other)))
  return misfits.map((variant) => {
    const what = JSON.stringify(variant)
    return `${change.path}: ${change.direction === 'input' ? `no longer takes ${what}` : `may now be ${what}`}`
  })
}

function typeBreaks(change: SchemaChange, before: Schema, after: Schema): string[] {
  const { narrow, wide } = ordered(change, typesOf(before), typesOf(after))
  if (wide === null) return []
  if (narrow !== null && [...narrow].every((type) => wide.has(type) || (type === 'integer' && wide.has('number'))))
    return []
  return [`the type was ${named(before)} and is ${named(after)}`]
}

/** Null where every type is possible. */
const typesOf = ({ type }: Schema): Set<string> | null => (type === undefined ? null : new Set([type].flat()))

const named = ({ type }: Schema) => (type === undefined ? 'any' : [type].flat().join(' or '))

function valueBreaks(change: SchemaChange, before: Schema, after: Schema): string[] {
  const { narrow, wide } = ordered(change, valuesOf(before), valuesOf(after))
  const changes: string[] = []
  if (wide !== null) {
    const outside = narrow === null ? ['any value'] : [...narrow].filter((value) => !wide.has(value))
    const words = change.direction === 'input' ? 'no longer takes' : 'may now be'
    changes.push(...outside.map((value) => `${words} ${value}`))
  }
  if (change.direction === 'input' && JSON.stringify(before.default) !== JSON.stringify(after.default)) {
    changes.push(`the default was ${JSON.stringify(before.default)} and is ${JSON.stringify(after.default)}`)
  }
  return changes
}

/** The possible values as JSON; null where they are not listed. */
function valuesOf(schema: Schema): Set<string> | null {
  if ('const' in schema) return new Set([JSON.stringify(schema.const)])
  return schema.enum ? new Set(schema.enum.map((value) => JSON.stringify(value))) : null
}

function boundBreaks(change: SchemaChange, before: Schema, after: Schema): string[] {
  const { narrow, wide } = ordered(change, before, after)
  const lower = (['minLength', 'minimum'] as const).filter(
    (bound) => (wide[bound] ?? -Infinity) > (narrow[bound] ?? -Infinity),
  )
  const upper = (['maxLength', 'maximum'] as const).filter(
    (bound) => (wide[bound] ?? Infinity) < (narrow[bound] ?? Infinity),
  )
  // In general it cannot be decided whether one pattern contains another.
  const texts = (['pattern', 'format'] as const).filter(
    (bound) => wide[bound] !== undefined && wide[bound] !== narrow[bound],
  )
  return [...lower, ...upper, ...texts].map(
    (bound) => `${bound} was ${before[bound] ?? 'none'} and is ${after[bound] ?? 'none'}`,
  )
}

/** It is unknown which of the two is narrower, so a change breaks in both directions. */
function unknownBreaks(before: Schema, after: Schema): string[] {
  const words = new Set([...Object.keys(before), ...Object.keys(after)].filter((word) => !knownWords.has(word)))
  const textOf = (schema: Schema, word: string) => JSON.stringify(schema[word]) ?? 'none'
  return [...words]
    .filter((word) => textOf(before, word) !== textOf(after, word))
    .map((word) => `${word} was ${textOf(before, word)} and is ${textOf(after, word)}`)
}

function propertyBreaks(change: SchemaChange, before: Schema, after: Schema): string[] {
  const [old, young] = [before.properties ?? {}, after.properties ?? {}]
  const at = (name: string) => (change.path === '' ? name : `${change.path}.${name}`)
  const { narrow, wide } = ordered(change, new Set(before.required), new Set(after.required))
  const kept = Object.entries(old).flatMap(([name, property]) => {
    const now = young[name]
    if (now === undefined) return [`${at(name)}: no longer there`]
    const demand = change.direction === 'input' ? 'must now be sent' : 'may now be left out'
    const isDemanded = wide.has(name) && !narrow.has(name)
    return [
      ...(isDemanded ? [`${at(name)}: ${demand}`] : []),
      ...schemaBreaks({ ...change, before: property, after: now, path: at(name) }),
    ]
  })
  const added = Object.keys(young).filter((name) => !(name in old) && change.direction === 'input' && wide.has(name))
  return [...kept, ...added.map((name) => `${at(name)}: must now be sent`)]
}

function itemBreaks(change: SchemaChange, before: Schema, after: Schema): string[] {
  if (!before.items && !after.items) return []
  return schemaBreaks({ ...change, before: before.items ?? {}, after: after.items ?? {}, path: `${change.path}[]` })
}
