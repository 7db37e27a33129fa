import { AppError } from '@inlet/contract'
import { type AnyTRPCRouter, callTRPCProcedure } from '@trpc/server'
import type { FastifyRequest } from 'fastify'
import { safeParse } from 'secure-json-parse'
import { z } from 'zod'
import { LiveFeed } from '../live/live-feed.ts'
import type { ApiContext } from '../procedure/context.ts'

const subscription = z.object({ _def: z.object({ type: z.literal('subscription') }) })
const inputFields = z.record(z.string(), z.unknown())

/** The paths of a router's subscriptions. */
export function subscriptionPaths(router: AnyTRPCRouter): ReadonlySet<string> {
  const procedures = Object.entries<unknown>(router._def.procedures)
  const isSubscription = (procedure: unknown) =>
    typeof procedure === 'function' && '_def' in procedure && subscription.safeParse({ _def: procedure._def }).success
  return new Set(procedures.filter(([, procedure]) => isSubscription(procedure)).map(([path]) => path))
}

interface Subscription {
  router: AnyTRPCRouter
  path: string
  request: FastifyRequest
  ctx: ApiContext
}

/**
 * Calls a subscription. Not by tRPC's adapter, which answers 200 before it knows whether the client may have it. @throws what the procedure
 * throws; METHOD_NOT_SUPPORTED; BAD_REQUEST `malformed_request` for a part of a batch, `invalid_json`, `forbidden_key`
 */
export async function subscribe({ router, path, request, ctx }: Subscription): Promise<LiveFeed> {
  if (request.method !== 'GET') throw new AppError('METHOD_NOT_SUPPORTED', 'Subscriptions are asked for by GET')
  const query = new URLSearchParams((request.raw.url ?? '').split(/\?(.*)/s)[1])
  if (query.has('batch')) {
    throw AppError.of('malformed_request', { message: 'A subscription is no part of a batch' })
  }
  const feed: unknown = await callTRPCProcedure({
    router,
    path,
    ctx,
    type: 'subscription',
    getRawInput: async () => inputOf(query.get('input'), request.headers['last-event-id']),
    signal: undefined,
    batchIndex: 0,
  })
  if (!(feed instanceof LiveFeed)) throw new Error(`the subscription ${path} is no live feed`)
  return feed
}

/** The input of the query; the header, which browsers send when they connect again, is newer than the id in it. */
function inputOf(text: string | null, lastEventId: string | string[] | undefined): unknown {
  if (text === null) return undefined
  const input: unknown = safeParse(text)
  if (input === undefined) throw AppError.of('invalid_json', { message: 'The input is not valid JSON' })
  if (input === null && text.trim() !== 'null') throw AppError.of('forbidden_key')
  const fields = inputFields.safeParse(input)
  if (lastEventId === undefined || !fields.success) return input
  return { ...fields.data, lastEventId }
}
