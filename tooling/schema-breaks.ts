/** JSON Schema, as far as the contract uses it; what it referred to stands in it. */
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
  /** What nothing here weighs: another one breaks clients, whatever it says. */
  [word: string]: unknown
}

/** What is weighed below, and what only people read. */
const knownWords = new Set([
  ...['type', 'format', 'pattern', 'const', 'enum', 'default', 'minLength', 'maxLength', 'minimum', 'maximum'],
  ...['properties', 'required', 'items', 'anyOf'],
  ...['title', 'description', 'examples', 'deprecated'],
])

/** The two states of a schema and where they stand. */
export interface SchemaChange {
  /** Who writes the value: clients break where input gets narrower, and where output gets wider. */
  direction: 'input' | 'output'
  before: Schema
  after: Schema
  /** Dotted, `[]` for the items of a list. */
  path: string
}

/** What breaks a client between two states of a schema, a line each: `data[].id: no longer there`. */
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

/** One must be able to take the other's place: the new one for what clients write, the old one for what they read. */
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

/** The values that are possible, as JSON; null where they are not counted up. */
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
  // Whether one pattern takes in another nobody can tell in general.
  const texts = (['pattern', 'format'] as const).filter(
    (bound) => wide[bound] !== undefined && wide[bound] !== narrow[bound],
  )
  return [...lower, ...upper, ...texts].map(
    (bound) => `${bound} was ${before[bound] ?? 'none'} and is ${after[bound] ?? 'none'}`,
  )
}

/** Which of two is the narrower nobody here can tell, so that both directions break. */
function unknownBreaks(before: Schema, after: Schema): string[] {
  const words = new Set([...Object.keys(before), ...Object.keys(after)].filter((word) => !knownWords.has(word)))
  const said = (schema: Schema, word: string) => JSON.stringify(schema[word]) ?? 'none'
  return [...words]
    .filter((word) => said(before, word) !== said(after, word))
    .map((word) => `${word} was ${said(before, word)} and is ${said(after, word)}`)
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
