import { assertMay, type Caller } from '@inlet/core'
import { z } from 'zod'
import type { ApiContext } from '../context.ts'

interface BeforeInput {
  ctx: ApiContext & { caller: Caller }
  getRawInput: () => Promise<unknown>
}

const named = z.object({ id: z.string().optional(), address: z.string().optional() })

/** Refuses a key a `/services/:id` that is not its own, well formed or not, before the input is looked at. */
export async function assertOwnService(options: BeforeInput): Promise<void> {
  // To a person what is foreign is not there, which is for the use-case to say.
  if (options.ctx.caller.kind !== 'apiKey') return
  assertMay(options.ctx.caller, (await rawFields(options)).id ?? '', 'viewer')
}

/** Refuses a key an inbox whose host is not its service's, well formed or not, before the input is looked at. */
export async function assertOwnMailHost(options: BeforeInput): Promise<void> {
  if (options.ctx.caller.kind !== 'apiKey') return
  await options.ctx.guardMailHost(options.ctx.caller, (await rawFields(options)).address ?? '')
}

/** Over REST both stand in the path, so that the body need not be read to refuse. */
async function rawFields({ ctx, getRawInput }: BeforeInput): Promise<z.infer<typeof named>> {
  const { params } = ctx.request
  const source = Object.keys(params).length > 0 ? params : await getRawInput()
  return named.safeParse(source).data ?? {}
}
