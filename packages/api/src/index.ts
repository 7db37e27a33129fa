export type { ApiLimits, ApiParts } from './context.ts'
export { createHttpServer } from './http-server.ts'
export { type HeldCalls, heldCalls } from './live/held-calls.ts'
export type { AppRouter } from './router.ts'
