import { z } from 'zod'

/** Scopes of an API key, smallest first; each includes the ones before it (specification section 5). */
export const apiKeyScopes = ['read', 'write', 'admin'] as const
export const apiKeyScope = z.enum(apiKeyScopes)
export type ApiKeyScope = z.infer<typeof apiKeyScope>

/** Whether a key of scope `held` may do what asks for at least `needed`. */
export const scopeIncludes = (held: ApiKeyScope, needed: ApiKeyScope): boolean =>
  apiKeyScopes.indexOf(held) >= apiKeyScopes.indexOf(needed)
