import { type ApiKeyCaller, assertMay } from '@inlet/core'
import { z } from 'zod'
import type { ApiContext } from '../procedure/context.ts'
import type { OwnResource } from '../procedure/meta.ts'

interface BeforeInput {
  ctx: ApiContext
  getRawInput: () => Promise<unknown>
}

const named = z.object({ id: z.string().optional(), address: z.string().optional() })

/** Refuses a request for another service, or for an inbox on a host of another service, even if it is malformed. @throws FORBIDDEN `wrong_service` */
export async function assertOwn(resource: OwnResource, caller: ApiKeyCaller, options: BeforeInput): Promise<void> {
  const { id = '', address = '' } = await rawFields(options)
  if (resource === 'service') assertMay(caller, id, 'viewer')
  else await options.ctx.guardMailHost(caller, address)
}

/** Over REST both are in the path, so that the body need not be read. */
async function rawFields({ ctx, getRawInput }: BeforeInput): Promise<z.infer<typeof named>> {
  const { params } = ctx.request
  const source = Object.keys(params).length > 0 ? params : await getRawInput()
  return named.safeParse(source).data ?? {}
}
