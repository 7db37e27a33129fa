import { expect, test } from 'vitest'
import { userProcedure } from './access/procedures.ts'
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
