import { errorBody } from '@inlet/contract'
import type { AnyTRPCRouter } from '@trpc/server'
import { generateOpenApiDocument } from 'trpc-to-openapi'
import { z } from 'zod'
import type { Schema } from './document.ts'

const schema: z.ZodType<Schema> = z.lazy(() =>
  z.looseObject({
    $ref: z.string().optional(),
    type: z.union([z.string(), z.array(z.string())]).optional(),
    description: z.string().optional(),
    format: z.string().optional(),
    pattern: z.string().optional(),
    enum: z.array(z.unknown()).optional(),
    examples: z.array(z.unknown()).optional(),
    minLength: z.number().optional(),
    maxLength: z.number().optional(),
    minimum: z.number().optional(),
    maximum: z.number().optional(),
    properties: z.record(z.string(), schema).optional(),
    required: z.array(z.string()).optional(),
    items: schema.optional(),
    anyOf: z.array(schema).optional(),
  }),
)

const content = z.object({ 'application/json': z.object({ schema }) })

const operation = z.object({
  operationId: z.string(),
  summary: z.string(),
  description: z.string(),
  tags: z.array(z.string()),
  parameters: z
    .array(z.object({ name: z.string(), in: z.string(), required: z.boolean().default(false), schema }))
    .default([]),
  requestBody: z.object({ required: z.boolean(), content }).optional(),
  responses: z.object({ 200: z.object({ description: z.string(), content }) }),
})

// Fields may be added to responses, and a client that validates them must not fail then.
const withoutClosing = (key: string, value: unknown) =>
  key === 'additionalProperties' && value === false ? undefined : value

/** The parts of the library's document that are used: names, inputs, and the schema of success. */
const generated = z.object({
  paths: z.record(z.string(), z.record(z.string(), operation)),
  components: z.object({ schemas: z.record(z.string(), schema) }),
})
export type Generated = z.infer<typeof generated>
export type GeneratedOperation = z.infer<typeof operation>

/**
 * The document that trpc-to-openapi makes. It has no status but 200, no headers, and another error format than ours: these are left out.
 * @throws where a procedure's metadata is incomplete, or its schema cannot be described by the library
 */
export function generate(router: AnyTRPCRouter): Generated {
  const document = generateOpenApiDocument(router, {
    title: 'Inlet',
    version: '',
    baseUrl: '/',
    defs: { Error: errorBody },
  })
  return generated.parse(JSON.parse(JSON.stringify(document), withoutClosing))
}
