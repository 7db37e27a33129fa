import { nameOf, type OpenApiDocument, type Response, type Schema } from './document.ts'

/** The positions of pages, with or without more about the list. */
const pageMetas = new Set(['PageMeta', 'WebhooksMeta'].map((name) => `#/components/schemas/${name}`))

type Described = Pick<OpenApiDocument, 'paths'> & { schemas: Record<string, Schema> }

/**
 * Makes named components of the bodies of success, so that generated clients have types for them: `MessageResponse` for one object,
 * `MessageList` for a page.
 */
export function nameEnvelopes({ paths, schemas }: Described): Described {
  const named: Record<string, Schema> = { ...schemas }

  function withNames(operationId: string, response: Response): Response {
    const json = response.content?.['application/json']
    if (!json || json.schema.$ref !== undefined) return response
    const { name, description } = envelopeOf(operationId, json.schema)
    named[name] = { ...json.schema, description }
    const schema = { $ref: `#/components/schemas/${name}` }
    return { ...response, content: { ...response.content, 'application/json': { ...json, schema } } }
  }

  const renamed = mapValues(paths, (methods) =>
    mapValues(methods, (operation) => ({
      ...operation,
      responses: mapValues(operation.responses, (response) =>
        '$ref' in response ? response : withNames(operation.operationId, response),
      ),
    })),
  )
  return { paths: renamed, schemas: named }
}

/** Whether a schema is the envelope of an object or a page. */
export const isEnvelope = ({ properties = {} }: Schema): boolean =>
  'data' in properties && Object.keys(properties).every((key) => key === 'data' || key === 'meta')

function envelopeOf(operationId: string, { properties = {} }: Schema): { name: string; description: string } {
  const { data } = properties
  const item = data?.items?.$ref
  if (item !== undefined) {
    const name = nameOf({ $ref: item })
    const kind = pageMetas.has(properties.meta?.$ref ?? '') ? 'A page' : 'A list'
    return { name: `${name.replace(/ListItem$/, '')}List`, description: `${kind} of \`${name}\`.` }
  }
  if (data?.$ref !== undefined) {
    const name = nameOf({ $ref: data.$ref })
    return { name: `${name}Response`, description: `One \`${name}\`.` }
  }
  const name = `${operationId.charAt(0).toUpperCase()}${operationId.slice(1)}Response`
  return { name, description: `The response of \`${operationId}\`.` }
}

function mapValues<T, U>(object: Record<string, T>, to: (value: T) => U): Record<string, U> {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, to(value)]))
}
