import { type ApiKeyCaller, assertMay } from '@inlet/core'
import { z } from 'zod'
import type { ApiContext } from '../context.ts'

interface BeforeInput {
  ctx: ApiContext
  getRawInput: () => Promise<unknown>
}

/** Refuses a key what a request names and is not its own, well formed or not, before the input is looked at. @throws FORBIDDEN `wrong_service` */
export type AssertOwn = (caller: ApiKeyCaller, options: BeforeInput) => Promise<void>

const named = z.object({ id: z.string().optional(), address: z.string().optional() })

/** For `/services/:id`. */
export const assertOwnService: AssertOwn = async (caller, options) =>
  assertMay(caller, (await rawFields(options)).id ?? '', 'viewer')

/** For an inbox, by its host. */
export const assertOwnMailHost: AssertOwn = async (caller, options) =>
  await options.ctx.guardMailHost(caller, (await rawFields(options)).address ?? '')

/** Over REST both stand in the path, so that the body need not be read to refuse. */
async function rawFields({ ctx, getRawInput }: BeforeInput): Promise<z.infer<typeof named>> {
  const { params } = ctx.request
  const source = Object.keys(params).length > 0 ? params : await getRawInput()
  return named.safeParse(source).data ?? {}
}
