import type { Client, Limits } from './client.ts'
import type { Included, MessageWith } from './types.ts'

/** Reads a message, with what `include` names, and so marks it read. */
export async function readMessage<I extends Included = never>(
  client: Client,
  { id, include = [] }: { id: string; include?: readonly I[] | undefined },
  limits: Limits = {},
): Promise<MessageWith<I>> {
  const query = { include: include.length === 0 ? undefined : include.join(',') }
  const { data } = await client.json<{ data: MessageWith<I> }>({ path: messagePath(id), query }, limits)
  return data
}

/** The path of a message. */
export const messagePath = (id: string) => `/messages/${encodeURIComponent(id)}`
