/** An OpenAPI 3.1 document, with the parts that ours has. */
export interface OpenApiDocument {
  openapi: '3.1.1'
  info: { title: string; version: string; summary: string; description: string }
  servers: { url: string; description: string }[]
  tags: { name: string; description: string }[]
  /** By path, then by method in lower case. */
  paths: Record<string, Record<string, Operation>>
  components: {
    schemas: Record<string, Schema>
    responses: Record<string, Response>
    headers: Record<string, Header>
    parameters: Record<string, Parameter>
    securitySchemes: Record<string, SecurityScheme>
  }
}

export interface Operation {
  operationId: string
  summary: string
  description: string
  tags: string[]
  /** Alternatives, of which one is needed; an empty list means none. */
  security: Record<string, string[]>[]
  parameters: (Parameter | Reference)[]
  requestBody?: { description: string; required: boolean; content: Content }
  /** By status. */
  responses: Record<string, Response | Reference>
}

export interface Parameter {
  name: string
  in: string
  required: boolean
  description: string
  example?: unknown
  schema: Schema
}

export interface Response {
  description: string
  headers: Record<string, Reference>
  /** By media type; a file has no JSON. */
  content?: Record<string, MediaType>
}

export interface Header {
  description: string
  /** Whether every response that declares the header has it. */
  required: boolean
  schema: Schema
  example: unknown
}

type SecurityScheme =
  | { type: 'apiKey'; in: 'header'; name: string; description: string }
  | { type: 'http'; scheme: 'bearer'; bearerFormat: 'JWT'; description: string }

/** A reference to an object in `components`; `description` replaces the one there. */
export interface Reference {
  $ref: string
  description?: string
}

/** A body of one media type. */
interface MediaType {
  schema: Schema
  examples: Record<string, { summary: string; value: unknown }>
}

/** Bodies by media type: JSON and its alternatives. */
export interface Content {
  [mediaType: string]: MediaType
  'application/json': MediaType
}

/** JSON Schema 2020-12, the part that our contract uses. */
export interface Schema {
  $ref?: string
  type?: string | string[]
  description?: string
  format?: string
  pattern?: string
  const?: unknown
  enum?: unknown[]
  default?: unknown
  examples?: unknown[]
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: unknown
  items?: Schema
  anyOf?: Schema[]
}

/** Resolves a reference into `components`. @throws where its target is missing */
export function resolve<T extends object>(within: Record<string, T>, object: T | Reference): T {
  if (!isReference(object)) return object
  const found = within[nameOf(object)]
  if (!found) throw new Error(`nothing stands at ${object.$ref}`)
  return found
}

/** The last segment of a reference: the component's name. */
export const nameOf = ({ $ref }: { $ref: string }): string => $ref.split('/').at(-1) ?? ''

const isReference = (object: object): object is Reference => '$ref' in object
