import type { DescribedOperation } from '../contract-document.ts'
import type { Answer, Call, World } from '../world.ts'
import type { Input } from './user-call.ts'

/** A call of an operation: its input, and the credential. */
interface Asked extends Call {
  operation: Pick<DescribedOperation, 'operationId' | 'method' | 'path'>
  input: Input
}

/** Calls an operation over REST: the path takes its parameters from the input, the rest is the query, or the body. */
export function askRest(world: World, { operation, input, ...how }: Asked): Promise<Answer> {
  const { method, path } = operation
  const inPath = new Set<string>()
  const target = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    inPath.add(name)
    return encodeURIComponent(String(input[name]))
  })
  const rest = Object.entries(input).filter(([name]) => !inPath.has(name))
  if (method !== 'GET' && method !== 'DELETE') {
    const body = how.rawBody === undefined ? { body: Object.fromEntries(rest) } : {}
    return world.call(`/v1${target}`, { method, ...body, ...how })
  }
  const query = new URLSearchParams(rest.map(([name, value]): [string, string] => [name, String(value)])).toString()
  return world.call(`/v1${target}${query === '' ? '' : `?${query}`}`, { method, ...how })
}

/** Calls the same procedure of the dashboard at `/trpc`. */
export function askRpc(world: World, { operation, input, ...how }: Asked): Promise<Answer> {
  const target = `/trpc/dashboard.${operation.operationId}`
  if (operation.method !== 'GET') return world.call(target, { method: 'POST', body: input, ...how })
  return world.call(`${target}?input=${encodeURIComponent(JSON.stringify(input))}`, how)
}
