import { forEachOpenApiProcedure } from 'trpc-to-openapi'
import { expect, test } from 'vitest'
import { userProcedure } from './access/procedures.ts'
import type { ProcedureMeta } from './procedure/meta.ts'
import { t } from './procedure/trpc.ts'
import { appRouter, assertGuarded } from './router.ts'

test('a procedure without a base that authenticates keeps the server from starting, also in a nested router', () => {
  const guarded = userProcedure.query(() => 1)
  const open = t.procedure.meta({ openapi: { method: 'GET', path: '/open' } }).query(() => 1)

  assertGuarded(appRouter)
  assertGuarded(t.router({ guarded }))
  for (const router of [t.router({ guarded, open }), t.router({ inner: t.router({ open }) })]) {
    expect(() => assertGuarded(router)).toThrow(/open does not say who may call it/)
  }
})

test('every procedure for API keys whose path names a service or an inbox checks before its input that it is the key’s', () => {
  const owned: Record<string, string | undefined> = {}
  forEachOpenApiProcedure<ProcedureMeta>(appRouter._def.procedures, ({ meta }) => {
    const { path, operationId = path } = meta.openapi
    const namesOwner = path.startsWith('/services/{id}') || path.startsWith('/inboxes/{address}')
    if (meta.auth?.kind === 'apiKey' && namesOwner) owned[operationId] = meta.owns
  })

  expect(owned).toEqual({ listAddresses: 'service', createAddress: 'service', listMessages: 'mailHost' })
})
