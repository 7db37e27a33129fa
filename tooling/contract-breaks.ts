import { type Schema, schemaBreaks } from './schema-breaks.ts'

interface Parameter {
  name: string
  in: string
  required?: boolean
  schema: Schema
}

interface Header {
  required?: boolean
  schema: Schema
}

type Content = Record<string, { schema: Schema }>

interface Response {
  headers?: Record<string, Header>
  content?: Content
}

export interface Operation {
  operationId: string
  security: Record<string, string[]>[]
  parameters: Parameter[]
  requestBody?: { required?: boolean; content: Content }
  responses: Record<string, Response>
}

/** The parts of an OpenAPI document whose change can break a client. */
export interface Contract {
  paths: Record<string, Record<string, Operation>>
}

/** Reads a document and replaces references by what they name: none of our schemas contains itself. @throws on a reference to nothing */
export function readContract(text: string): Contract {
  const document = JSON.parse(text)
  const inline = (value: unknown) =>
    JSON.parse(JSON.stringify(value), (_key, each) => {
      if (typeof each?.$ref !== 'string') return each
      const [, , kind, name] = each.$ref.split('/')
      const found = document.components[kind]?.[name]
      if (found === undefined) throw new Error(`there is nothing at ${each.$ref}`)
      return inline(found)
    })
  return inline(document)
}

/** Two versions of one operation. */
interface Change {
  before: Operation
  after: Operation
}

/**
 * What breaks clients between two states of the contract, a line each, which begins with the operation:
 * `readMessage: response 200: data.otpCode: no longer there`. Empty where every client of the old one can use the new one.
 */
export function contractBreaks(was: Contract, is: Contract): string[] {
  return Object.entries(was.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, before]) => {
      const after = is.paths[path]?.[method]
      if (!after) return [`${before.operationId}: no longer there`]
      const change = { before, after }
      const breaks = [
        ...nameBreaks(change),
        ...accessBreaks(change),
        ...parameterBreaks(change),
        ...bodyBreaks(change),
        ...responseBreaks(change),
      ]
      return breaks.map((what) => `${before.operationId}: ${what}`)
    }),
  )
}

// Generated clients name their methods after it.
const nameBreaks = ({ before, after }: Change) =>
  before.operationId === after.operationId ? [] : [`its name is ${after.operationId} now`]

function accessBreaks({ before, after }: Change): string[] {
  const taken = after.security.map((each) => JSON.stringify(Object.keys(each).sort()))
  // No credential is required, so any that a client sends is fine.
  if (taken.length === 0) return []
  if (before.security.length === 0) return ['now asks for a credential']
  return before.security
    .map((each) => JSON.stringify(Object.keys(each).sort()))
    .filter((each) => !taken.includes(each))
    .map((each) => `no longer takes the credential ${each}`)
}

function parameterBreaks({ before, after }: Change): string[] {
  const old = new Map(before.parameters.map((each) => [keyOf(each), each]))
  const young = new Map(after.parameters.map((each) => [keyOf(each), each]))
  const kept = [...old].flatMap(([key, parameter]) => {
    const now = young.get(key)
    if (!now) return [`${key}: no longer there`]
    const demand = now.required && !parameter.required ? [`${key}: must now be sent`] : []
    return [...demand, ...inputBreaks(parameter.schema, now.schema).map((what) => `${key}: ${what}`)]
  })
  const added = [...young].filter(([key, { required }]) => required && !old.has(key))
  return [...kept, ...added.map(([key]) => `${key}: must now be sent`)]
}

const keyOf = (parameter: Parameter) => `${parameter.in} ${parameter.name}`

function bodyBreaks({ before, after }: Change): string[] {
  const { requestBody: old } = before
  const { requestBody: young } = after
  if (!old) return young?.required ? ['body: must now be sent'] : []
  if (!young) return ['body: no longer there']
  const demand = young.required && !old.required ? ['body: must now be sent'] : []
  return [...demand, ...contentBreaks(old.content, young.content, inputBreaks).map((what) => `body: ${what}`)]
}

function responseBreaks({ before, after }: Change): string[] {
  const kept = Object.entries(before.responses).flatMap(([status, old]) => {
    const young = after.responses[status]
    if (!young) return [`response ${status}: no longer there`]
    const breaks = [
      ...headerBreaks(old.headers ?? {}, young.headers ?? {}),
      ...contentBreaks(old.content ?? {}, young.content ?? {}, outputBreaks),
    ]
    return breaks.map((what) => `response ${status}: ${what}`)
  })
  // Clients can handle an unknown error status, because all errors have one shape; an unknown success status they cannot.
  const added = Object.keys(after.responses).filter((status) => status.startsWith('2') && !(status in before.responses))
  return [...kept, ...added.map((status) => `response ${status}: new`)]
}

function headerBreaks(before: Record<string, Header>, after: Record<string, Header>): string[] {
  return Object.entries(before).flatMap(([name, old]) => {
    const young = after[name]
    if (!young) return [`${name}: no longer there`]
    const demand = old.required && !young.required ? [`${name}: may now be left out`] : []
    return [...demand, ...outputBreaks(old.schema, young.schema).map((what) => `${name}: ${what}`)]
  })
}

function contentBreaks(
  before: Content,
  after: Content,
  compare: (before: Schema, after: Schema) => string[],
): string[] {
  return Object.entries(before).flatMap(([type, { schema }]) => {
    const now = after[type]
    return now ? compare(schema, now.schema) : [`${type}: no longer there`]
  })
}

const inputBreaks = (before: Schema, after: Schema) => schemaBreaks({ direction: 'input', before, after, path: '' })

const outputBreaks = (before: Schema, after: Schema) => schemaBreaks({ direction: 'output', before, after, path: '' })
