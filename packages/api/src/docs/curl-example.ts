import type { OpenApiDocument, Operation, Parameter } from '../openapi/document.ts'

interface CurlCall {
  document: OpenApiDocument
  method: string
  path: string
  operation: Operation
  parameters: Parameter[]
}

const credentials: Record<string, string> = {
  apiKey: '"X-API-Key: $INLET_KEY"',
  accessToken: '"Authorization: Bearer $INLET_TOKEN"',
}

// The most frequent use: waiting for a code.
const shownInQuery = ['hasOtp', 'waitSeconds']

// Not required by the schema, since an address may have no owner; most have one.
const sessionHeader = 'X-Inbox-Session'

/** A curl command for an operation, with the examples of its path parameters and of the query that it needs. */
export function curlExample({ document, method, path, operation, parameters }: CurlCall): string {
  const examples = new Map(
    parameters.filter((each) => each.in === 'path').map(({ name, example }) => [name, String(example)]),
  )
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => examples.get(name) ?? name)
  const query = parameters
    .filter((each) => each.in === 'query' && (each.required || shownInQuery.includes(each.name)))
    .map(({ name, example }) => `-d ${name}=${example}`)
  const [scheme = ''] = Object.keys(operation.security[0] ?? {})
  const body = Object.values(operation.requestBody?.content['application/json'].examples ?? {})[0]?.value
  const asked = query.length === 0 ? '' : '--get '
  const verb = method === 'get' ? asked : `-X ${method.toUpperCase()} `
  const lines = [
    `curl ${verb}'${document.servers[0]?.url ?? ''}${filled}'`,
    ...(query.length === 0 ? [] : [query.join(' ')]),
    ...(credentials[scheme] ? [`-H ${credentials[scheme]}`] : []),
    ...(parameters.some(({ name }) => name === sessionHeader) ? [`-H "${sessionHeader}: $INLET_SESSION"`] : []),
    ...(body === undefined ? [] : ["-H 'Content-Type: application/json'", `-d '${JSON.stringify(body)}'`]),
  ]
  return lines.join(' \\\n  ')
}
