import { projectVersion } from '@inlet/runtime'
import type { AnyTRPCRouter } from '@trpc/server'
import { forEachOpenApiProcedure } from 'trpc-to-openapi'
import type { ProcedureMeta } from '../procedure/meta.ts'
import { describeOperation } from './describe-operation.ts'
import type { OpenApiDocument, Parameter } from './document.ts'
import { errorComponents } from './error-components.ts'
import { generate } from './generated.ts'
import { headerComponents } from './headers.ts'
import { introduction } from './introduction.ts'
import { nameEnvelopes } from './name-envelopes.ts'

const requestId: Parameter = {
  name: 'X-Request-Id',
  in: 'header',
  required: false,
  description:
    'Your own id for this request: 1 to 128 letters, digits, dots, underscores, colons and hyphens. Any other value is replaced, not refused.',
  example: 'signup-test-4711',
  schema: { type: 'string' },
}

const tags = [
  { name: 'Addresses', description: 'Permanent, receive-only inboxes.' },
  { name: 'Messages', description: 'Messages of an inbox, each with its one-time code.' },
  { name: 'Services', description: 'A service owns domains, addresses, messages, API keys and members.' },
  { name: 'Domains', description: 'The domains on which a service receives mail, verified by DNS records.' },
  { name: 'Members', description: 'The users of a service and their roles.' },
  { name: 'API keys', description: 'Credentials for programs. Each key belongs to one service.' },
  { name: 'Audit log', description: 'The changes made to a service in the last 400 days.' },
  { name: 'Webhooks', description: 'Webhook endpoints and their deliveries (Standard Webhooks 1.0).' },
  { name: 'Billing', description: 'Plans, usage, payment and invoices of a service.' },
  { name: 'Users', description: 'The logged-in user.' },
  {
    name: 'Web inbox',
    description:
      'The calls of the web inbox on a customer’s domain. They take no API key and no access token, and work from pages of any origin (CORS, without cookies). Access to an inbox needs its address and, depending on the inbox, a password, a session or an unlock token.',
  },
]

const built = new WeakMap<AnyTRPCRouter, OpenApiDocument>()

/** The document of a router, built once in a process however many servers it starts. @throws as `buildDocument` */
export function documentOf(router: AnyTRPCRouter): OpenApiDocument {
  const document = built.get(router) ?? buildDocument(router)
  built.set(router, document)
  return document
}

/** Builds the OpenAPI 3.1 document of all procedures with a REST path, without `servers`. @throws where a procedure's metadata is incomplete */
export function buildDocument(router: AnyTRPCRouter): OpenApiDocument {
  const generated = generate(router)
  const schemas = Object.fromEntries(
    Object.entries(generated.components.schemas).filter(([name]) => !name.startsWith('error.')),
  )
  const paths: OpenApiDocument['paths'] = {}
  forEachOpenApiProcedure<ProcedureMeta>(router._def.procedures, ({ meta }) => {
    const { path } = meta.openapi
    const method = meta.openapi.method.toLowerCase()
    const operation = generated.paths[path]?.[method]
    if (!operation) throw new Error(`${method} ${path} was not generated`)
    paths[path] = { ...paths[path], [method]: describeOperation(operation, { method, meta, schemas }) }
  })
  const named = nameEnvelopes({ paths, schemas })
  return {
    openapi: '3.1.1',
    info: {
      title: 'Inlet',
      version: projectVersion,
      summary: 'Permanent, receive-only e-mail inboxes on your own domains.',
      description: introduction,
    },
    servers: [],
    tags,
    paths: named.paths,
    components: {
      schemas: named.schemas,
      responses: errorComponents,
      headers: headerComponents,
      parameters: { RequestId: requestId },
      securitySchemes: {
        apiKey: {
          type: 'apiKey',
          in: 'header',
          name: 'X-API-Key',
          description:
            'An API key of one service, `inlet_live_…` or `inlet_test_…`, of scope `read`, `write` or `admin`; each scope includes the ones before it. If it is sent, all other credentials are ignored.',
        },
        accessToken: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description:
            'The access token of a user who has logged in. What they may do depends on their role in the service.',
        },
      },
    },
  }
}

/** The document with its server; `publicUrl` is the service's public URL, without a final slash. */
export const servedAt = (document: OpenApiDocument, publicUrl: string): OpenApiDocument => ({
  ...document,
  servers: [{ url: `${publicUrl}/v1`, description: 'This service.' }],
})
