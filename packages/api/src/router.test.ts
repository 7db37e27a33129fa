import { expect, test } from 'vitest'
import { userProcedure } from './access/user-procedure.ts'
import { appRouter, assertGuarded } from './router.ts'
import { t } from './trpc.ts'

test('a procedure that came from no base which authenticates keeps a server from starting, however deep it stands', () => {
  const guarded = userProcedure.query(() => 1)
  const open = t.procedure.meta({ openapi: { method: 'GET', path: '/open' } }).query(() => 1)

  assertGuarded(appRouter)
  assertGuarded(t.router({ guarded }))
  for (const router of [t.router({ guarded, open }), t.router({ inner: t.router({ open }) })]) {
    expect(() => assertGuarded(router)).toThrow(/open does not say who may call it/)
  }
})
